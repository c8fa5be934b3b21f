import { useEffect, useState } from 'react';
import { addPet, listPets, type Pet } from './pets.ts';

/** Lists the pets, and adds one. */
export function Pets() {
  const [pets, setPets] = useState<readonly Pet[]>([]);
  const [name, setName] = useState('');
  const [failure, setFailure] = useState('');

  const showFailure = (error: Error) => setFailure(error.message);

  // Once, when the component is shown.
  useEffect(() => {
    listPets().then(setPets, showFailure);
  }, []);

  function add() {
    addPet({ name, categoryId: 1, status: 'available' }).then((pet) => {
      setPets((before) => [...before, pet]);
      setName('');
      setFailure('');
    }, showFailure);
  }

  return (
    <main>
      <h1>Pets</h1>
      <ul>
        {pets.map((pet) => (
          <li key={pet.id}>
            {pet.name} ({pet.status ?? 'no status'})
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <label>
          Name <input value={name} onChange={(event) => setName(event.target.value)} required />
        </label>{' '}
        <button>Add</button>
      </form>
      {failure !== '' && <p role="alert">{failure}</p>}
    </main>
  );
}

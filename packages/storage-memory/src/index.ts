export { createMemoryStorage, type MemoryStorage, type MemoryStorageOptions } from './memory-storage.ts';
export { createPetIndex, type PetIndex } from './pet-index.ts';
export { validPets } from './valid-pets.ts';

import { createRoot } from 'react-dom/client';
import { Pets } from './Pets.tsx';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Pets />);

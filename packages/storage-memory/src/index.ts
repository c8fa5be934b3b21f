export { createMemoryStorage, type MemoryStorage } from './memory-storage.ts';
export { createPetIndex, type PetIndex } from './pet-index.ts';

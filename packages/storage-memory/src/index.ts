export { createMemoryStorage, type MemoryStorage, type MemoryStorageOptions } from './memory-storage.ts';
export { createPetIndex, type PetIndex } from './pet-index.ts';

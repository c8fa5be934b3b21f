export {
  arbitraryName,
  arbitraryNewPet,
  arbitraryStatus,
  awkwardNewPets,
  codePoint,
  createInvalidVariants,
} from './arbitraries.ts';
export type { Check } from './check.ts';
export type { OpenedPetStore, PetStoreFixture } from './opened-pet-store.ts';
export { petStoreContract } from './pet-store-contract.ts';
export { storageContract, type StorageFixture } from './storage-contract.ts';

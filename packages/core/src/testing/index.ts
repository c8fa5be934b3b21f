export {
  arbitraryInt64,
  arbitraryInvalidLimit,
  arbitraryInvalidNewPet,
  arbitraryName,
  arbitraryNewPet,
  arbitraryQuery,
  arbitraryStatus,
  awkwardNewPets,
  spoiled,
} from './arbitraries.ts';
export { brokenPetStores, type BrokenPetStore } from './broken-pet-stores.ts';
export { brokenStorages, type BrokenStorage } from './broken-storages.ts';
export type { Check } from './check.ts';
export type { OpenedPetStore, PetStoreFixture } from './opened-pet-store.ts';
export { petStoreContract } from './pet-store-contract.ts';
export { storageContract, type StorageFixture } from './storage-contract.ts';

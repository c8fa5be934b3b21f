/** Every `PetStatus`, in the order of the interface. */
export const petStatuses = ['available', 'pending', 'sold'] as const;

/** The availability of a pet: `available`, `pending` or `sold` (docs/interface.md, part 2). */
export type PetStatus = (typeof petStatuses)[number];

/** Whether a value of any kind is a `PetStatus`. */
export function isPetStatus(value: unknown): value is PetStatus {
  return petStatuses.some((status) => status === value);
}

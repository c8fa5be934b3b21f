import * as z from 'zod';

const status = z.enum(['available', 'pending', 'sold']);
const petFields = { name: z.string(), categoryId: z.int(), status: status.optional() };

/** The schemas of the interface in the simplest form that zod has. */
export const newPetSchema = z.object(petFields);
export const petSchema = z.object({ id: z.int().min(1), ...petFields });
/** The query of a list, as it comes in an address. */
export const listQueryTextSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  status: status.optional(),
});

import * as z from 'zod';

/** The schema of a pet in the simplest form that zod has. */
export const petSchema = z.object({
  id: z.int().min(1),
  name: z.string(),
  categoryId: z.int(),
  status: z.enum(['available', 'pending', 'sold']).optional(),
});

/** A saved view: the query string of a screen, under a name. */
import { z } from 'zod';

export const savedViewBody = z.strictObject({
  screen: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(80),
  query: z.string().max(8000),
  shared: z.boolean().default(false),
});

export interface SavedView {
  id: number;
  name: string;
  query: string;
  shared: boolean;
  owner: string;
  own: boolean;
}

/** The schemas are separate from the dimensions, so that the first screen does not load zod. */
import { z } from 'zod';
import { DIMENSION_KEYS } from './dimensions.ts';

export const dimensionSchema = z.enum(DIMENSION_KEYS, 'This dimension does not exist.');
export const itemIdSchema = z.union([z.number(), z.string()]);

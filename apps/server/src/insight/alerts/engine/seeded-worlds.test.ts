import { describe, expect, it } from 'vitest';
import { plantedWorld } from '../testing/planted.ts';

describe('a world with 30 planted incidents and 12 traps', () => {
  for (const seed of [1, 2, 3, 20_261_122])
    it(`has at least 29 incidents found and no trap taken for one, with seed ${seed}`, () => {
      const { found, missed, trapped } = plantedWorld(seed);
      expect(trapped).toEqual([]);
      expect(found.length, `missed: ${missed.join(', ')}`).toBeGreaterThanOrEqual(29);
    });
});

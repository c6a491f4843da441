/**
 * The number of cases or rows of a long test: `usual` in `npm test`, which has to stay short, and `all` with THOROUGH=1.
 * Where a test does not set a seed, its cases differ with every commit, so that many usual runs try as many as a thorough one.
 */
export const thorough = (usual: number, all: number): number => (process.env.THOROUGH === '1' ? all : usual);

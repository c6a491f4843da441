import { createSpotlight } from '@mantine/spotlight';

/** Opens and closes the palette from anywhere; lives in the palette's own chunk. */
export const [paletteStore, palette] = createSpotlight();

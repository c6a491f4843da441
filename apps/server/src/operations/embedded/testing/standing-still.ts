/** A child that gives signs of life, and blocks its event loop when it is told to. */
import { answerLife } from '../life.ts';

answerLife();
process.on('message', (message) => {
  if (message === 'stand still') for (;;);
});
process.send?.({ ready: true });

import { expect, it } from 'vitest';
import { campaignBox } from '../entities/campaign-box.ts';
import { entityCalls } from './entity-calls.ts';
import { listBoxesHead } from './first-screen.ts';

it('gives the list of campaign boxes on Home the head that its entity gives it', () => {
  expect(entityCalls(campaignBox).list).toMatchObject(listBoxesHead);
});

import { describe, expect, it } from 'vitest';
import { matching } from './multi-select.tsx';

const options = Array.from({ length: 120 }, (_, at) => ({ value: String(at), label: `Campaign ${at}` }));

describe('multi-select options', () => {
  it('leaves out what is chosen', () => {
    expect(matching(options, ['0', '1'], '')).toHaveLength(118);
  });
  it('matches anywhere, whatever the case', () => {
    expect(matching(options, [], ' PAIGN 11').map((option) => option.value)).toEqual([
      '11',
      '110',
      '111',
      '112',
      '113',
      '114',
      '115',
      '116',
      '117',
      '118',
      '119',
    ]);
  });
});

import { useState } from 'react';
import { Choice, type Option } from '../src/ui/fields/choice.tsx';
import { DateInput } from '../src/ui/fields/date-input.tsx';
import { DateRangeField } from '../src/ui/fields/date-range-field.tsx';
import { type ImageItem, ImageList } from '../src/ui/fields/image-list.tsx';
import { MultiSelect } from '../src/ui/fields/multi-select.tsx';
import { NumberInput } from '../src/ui/fields/number-input.tsx';
import { PercentSlider } from '../src/ui/fields/percent-slider.tsx';
import { TagsInput } from '../src/ui/fields/tags-input.tsx';
import { TextInput } from '../src/ui/fields/text-input.tsx';
import { Toggle } from '../src/ui/fields/toggle.tsx';
import { Panel } from '../src/ui/layout/panel.tsx';
import classes from './gallery.module.css';

const readNumber = (typed: string) =>
  typed === ''
    ? { value: null }
    : /^\d+$/.test(typed)
      ? { value: Number(typed) }
      : { problem: 'Field has to be a number.' };

const options: Option[] = Array.from({ length: 120 }, (_, at) => ({ value: String(at), label: `Campaign ${at}` }));
const find = (all: readonly Option[], text: string) => {
  const found = all.filter((option) => option.label.toLowerCase().includes(text.toLowerCase()));
  return { shown: found.slice(0, 50), isCapped: found.length > 50 };
};
const image = (position: number, path: string): ImageItem => ({
  position,
  path,
  file: null,
  value: null,
  small: false,
  deleted: false,
});

/** Every field. */
export function Fields() {
  const [text, setText] = useState('winter_box');
  const [number, setNumber] = useState<number | null>(1204);
  const [yes, setYes] = useState(true);
  const [one, setOne] = useState<string | null>('3');
  const [many, setMany] = useState(['1', '2']);
  const [tags, setTags] = useState(['seo', 'crypto']);
  const [day, setDay] = useState<string | null>('2026-11-21');
  const [percent, setPercent] = useState(40);
  const [range, setRange] = useState<{ start: string | null; end: string | null }>({
    start: '2026-11-15',
    end: '2026-11-21',
  });
  const [open, setOpen] = useState(false);
  return (
    <Panel title="Fields">
      <div className={classes.pair}>
        <TextInput
          label="Source name"
          required
          value={text}
          onChange={setText}
          maxLength={40}
          help="Letters, digits and underscore."
        />
        <TextInput
          label="Name"
          value=""
          onChange={setText}
          errors={['Field has to be filled.']}
          placeholder="Winter box"
        />
        <NumberInput label="Lead cap" value={number} onChange={setNumber} read={readNumber} min={0} max={5000} />
        <NumberInput label="Payout" value={12.5} onChange={setNumber} read={readNumber} unit="€" disabled />
        <Toggle label="Block waterfall" value={yes} onChange={setYes} />
        <Choice label="Partner" value={one} onChange={setOne} options={options} clearable />
        <MultiSelect
          label="Campaigns"
          value={many}
          onChange={setMany}
          options={options}
          find={find}
          guard={({ removed }) => (removed.length > 0 ? { text: 'A campaign leaves the box.' } : null)}
        />
        <TagsInput label="Tags" value={tags} onChange={setTags} />
        <DateInput label="Valid from" value={day} onChange={setDay} read={(typed) => ({ value: typed || null })} />
        <DateRangeField
          label="Period"
          text={range.start !== null && range.end !== null ? `From ${range.start} to ${range.end}` : ''}
          placeholder="Select a Date Range"
          open={open}
          start={range.start}
          end={range.end}
          max="2026-11-21"
          presets={[
            { label: 'Today', start: '2026-11-21', end: '2026-11-21' },
            { label: 'Last 7 Days', start: '2026-11-15', end: '2026-11-21' },
            { label: 'This Month', start: '2026-11-01', end: '2026-11-21' },
          ]}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onChoose={(start, end) => {
            setRange({ start, end });
            if (start !== null && end !== null) setOpen(false);
          }}
          onPreset={({ start, end }) => {
            setRange({ start, end });
            setOpen(false);
          }}
        />
        <PercentSlider label="Share" value={percent} onChange={setPercent} />
        <PercentSlider label="Share of a full box" value={0} onChange={setPercent} max={0} />
        <TextInput label="Notes" lines={3} value={text} onChange={setText} />
        <ImageList
          label="Offer thumbs"
          images={[image(0, '/favicon.svg'), image(1, '/missing.png'), { ...image(2, '/favicon.svg'), deleted: true }]}
          onAdd={() => undefined}
          onMove={() => undefined}
          onDelete={() => undefined}
          hint="A single offer thumb must be under 200 kb."
          highlightedText="highlighted"
        />
      </div>
    </Panel>
  );
}

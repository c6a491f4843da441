/** A draft as a visitor would see it, in a frame that can run nothing and reach nothing. */

import { useDebouncedValue, useSetState } from '@mantine/hooks';
import { previewPage } from '@signpost/contract/calls/pages.ts';
import { geo } from '@signpost/contract/entities/geo.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { useRecord } from '../../../records/api.ts';
import { readNumber, readRows, readText } from '../../../records/field-values.ts';
import type { Values } from '../../../records/screen.ts';
import { LoadingBar } from '../../../ui/feedback/loading.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import classes from './templates.module.css';

const TYPING_MS = 400;
const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Phone' },
  { value: 'tablet', label: 'Tablet' },
] as const;
type Device = (typeof DEVICES)[number]['value'];
const isDevice = (value: string | null): value is Device => DEVICES.some((one) => one.value === value);

const textsOf = (value: unknown) =>
  readRows(value).map(({ name, text }) => ({ name: readText(name) || null, text: readText(text) || null }));

/** The visitor who is imagined. */
interface Visitor {
  geoId: number | null;
  websiteId: number | null;
  device: Device;
}

export function PagePreview({ html, values }: { html: string; values: Values }) {
  const [{ geoId, websiteId, device }, set] = useSetState<Visitor>({ geoId: null, websiteId: null, device: 'desktop' });
  const { data: chosenGeo } = useRecord(geo, geoId);
  const [draft] = useDebouncedValue(
    {
      html,
      css: readText(values.css),
      texts: textsOf(values.texts),
      buttonId: readNumber(values.buttonId),
    },
    TYPING_MS,
  );
  const code = geoId === null ? '' : readText(chosenGeo?.code).toUpperCase();
  const body = { ...draft, geo: code, device, websiteId };
  const { data, error, isFetching, refetch } = useCall(previewPage, { body }, { keepsPrevious: true, retry: false });
  const renderProblem = () => {
    if (data?.problem)
      return (
        <p className={classes.problem} role="alert">
          {data.problem}
        </p>
      );
    return null;
  };
  return (
    <div className={classes.side}>
      <div className={classes.visitor}>
        <ReferenceInput
          label="Visitor from"
          placeholder="Unknown country"
          to="geo"
          value={geoId}
          onChange={(id) => set({ geoId: id })}
        />
        <Choice
          label="Device"
          value={device}
          onChange={(next) => isDevice(next) && set({ device: next })}
          options={DEVICES.map(({ value, label }) => ({ value, label }))}
        />
        <ReferenceInput
          label="On site"
          placeholder="No site"
          to="website"
          value={websiteId}
          onChange={(id) => set({ websiteId: id })}
        />
      </div>
      <LoadingBar visible={isFetching} />
      {error && <CallError error={error} onRetry={() => void refetch()} />}
      {renderProblem()}
      {data?.isCut && (
        <p className={classes.problem} role="status">
          Scripts, forms, frames and other content that is not allowed will be left out when you save.
        </p>
      )}
      {data && data.unfilled.length > 0 && (
        <p className={classes.hint} role="status">
          Empty places: {data.unfilled.map((name) => `{{ ${name} }}`).join(', ')}. Add a text with this name, or fill it
          in the defaults of the site.
        </p>
      )}
      <iframe
        className={classes.frame}
        data-phone={device === 'mobile' || undefined}
        title="Preview"
        sandbox=""
        srcDoc={data?.html ?? ''}
      />
      <p className={classes.hint}>Images of other hosts are not loaded in the preview.</p>
    </div>
  );
}

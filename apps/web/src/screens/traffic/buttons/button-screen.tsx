import { pageTestCalls } from '@signpost/contract/calls/pages.ts';
import { button } from '@signpost/contract/entities/button.ts';
import { bannerPath } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { LinkBar } from '../../../features/traffic/links/link-bar.tsx';
import { useLinkBase } from '../../../features/traffic/links/use-link-base.ts';
import { TestPanel } from '../../../features/traffic/pages/test-panel.tsx';
import { readNumber, readRows, readText } from '../../../records/field-values.ts';
import { type RecordRow, recordScreen, type Values } from '../../../records/screen.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import { CopyButton } from '../../../ui/values/copy-button.tsx';
import classes from './buttons.module.css';

const COLOR = /^#[0-9a-f]{6}$/;
const colorOf = (value: unknown, other: string): string => {
  if (COLOR.test(readText(value))) return readText(value);
  return other;
};

function Looks({ values }: { values: Values }) {
  const rows = readRows(values.variants);
  if (rows.length === 0) return null;
  return (
    <Section title="Preview">
      <ul className={classes.looks}>
        {rows.map((row, at) => {
          const renderImage = () => {
            if (readText(row.image).startsWith('/images/'))
              return <img className={classes.image} src={readText(row.image)} alt={readText(row.text)} />;
            return (
              <span
                className={classes.look}
                style={{
                  color: colorOf(row.textColor, '#ffffff'),
                  background: colorOf(row.backgroundColor, '#1864ab'),
                }}
              >
                {readText(row.text) || 'Text'}
              </span>
            );
          };
          return (
            <li key={readNumber(row.id) ?? `new ${at}`}>
              <span className={classes.hint}>{readText(row.name) || `Variant ${at + 1}`}</span>
              {renderImage()}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Snippet({ record }: { record: RecordRow }) {
  const { base } = useLinkBase();
  if (record.campaignBoxId === null)
    return (
      <p className={classes.hint}>
        This button is only placed on templates. Choose the box it leads to, and it gets a link and a snippet for sites.
      </p>
    );
  const link = `${base ?? ''}${bannerPath(record.id)}`;
  const frame = `<iframe src="${link}/show" title="${String(record.name).replaceAll('"', '')}" width="280" height="60" style="border:0" loading="lazy"></iframe>`;
  return (
    <div className={classes.snippet}>
      <LinkBar path={bannerPath(record.id)} />
      <div className={classes.code}>
        <CodeBlock label="Snippet for sites">{frame}</CodeBlock>
        <CopyButton value={frame} label="Copy snippet" />
      </div>
      <p className={classes.hint}>
        The snippet shows the variant of each visitor and counts impressions. Where frames are not allowed, use the link
        with a text of your own and count impressions with the picture <code>{link}.gif</code>.
      </p>
    </div>
  );
}

/** Buttons: calls to action on templates and on sites. */
export const buttonScreen = recordScreen({
  entity: button,
  columns: ['name', 'status', 'variants', 'campaignBoxId', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['variants', 'status'],
  filters: ['status', 'campaignBoxId', 'tags'],
  expand: 'variants',
  purpose:
    'A button is a call to action with variants, for templates and for sites. Add one, then choose it on a template or copy its snippet.',
  sections: [
    { title: 'Button', columns: 2, fields: ['name', 'status', 'campaignBoxId', 'tags'] },
    {
      title: 'Variants',
      description: 'A visitor always sees the same variant.',
      wide: true,
      fields: ['variants'],
    },
    {
      title: 'Images',
      description: 'Upload an image here and write its path, such as /images/….png, into a variant.',
      fields: ['images'],
    },
  ],
  above: (record) => <Snippet record={record} />,
  below: (values, record) => (
    <>
      <Looks values={values} />
      {record && <TestPanel calls={pageTestCalls.button} entity={button} record={record} />}
    </>
  ),
});

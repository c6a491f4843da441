/** The fields of a record that is only read, by section. */
import { isVisible } from '@signpost/contract/define/parse.ts';
import { Fragment, type ReactNode } from 'react';
import { Panel } from '../ui/layout/panel.tsx';
import { describeField } from './describe.ts';
import { NestedRows } from './nested-rows.tsx';
import classes from './records.module.css';
import { type FormSection, type RecordRow, type RecordScreen, rowsFieldOf } from './screen.ts';

interface Props {
  screen: RecordScreen;
  record: RecordRow;
}

function Facts({ screen: { entity }, record, names }: Props & { names: readonly string[] }) {
  const shown = names.filter((name) => {
    const field = entity.fields[name];
    return field !== undefined && field.kind !== 'rows' && isVisible(field, record);
  });
  return (
    <dl className={classes.facts}>
      {shown.map((name) => (
        <div key={name}>
          <dt>{entity.fields[name]?.label}</dt>
          <dd>{describeField(entity, name, record)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One panel for each section. */
export function RecordFacts({
  screen,
  record,
  sections = screen.sections,
  actions,
}: Props & {
  sections?: readonly FormSection[];
  /** Buttons of the first panel. */
  actions?: ReactNode;
}) {
  return sections.map((section, at) => (
    <Panel key={section.title} title={section.title} actions={at === 0 ? actions : undefined}>
      <Facts screen={screen} record={record} names={section.fields} />
      {section.fields.map((name) => {
        const rows = rowsFieldOf(screen, name);
        const own = screen.nested?.[name];
        if (own !== undefined) return <Fragment key={name}>{own(record)}</Fragment>;
        return rows && <NestedRows key={name} field={rows} row={record} name={name} />;
      })}
    </Panel>
  ));
}

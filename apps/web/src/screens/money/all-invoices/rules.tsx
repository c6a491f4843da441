/** The rules that documents follow: how many people approve, how VAT is decided, and the number series. */

import { listSeries, listVatRows } from '@signpost/contract/calls/document-rules.ts';
import { KIND_LABELS } from '@signpost/contract/money/labels.ts';
import type { VatTreatment } from '@signpost/contract/money/vat-codes.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Scroller } from '../../../ui/scroller.tsx';
import { EMPTY } from '../../../ui/values/format.ts';
import { Tiers } from './tiers.tsx';

const TREATMENTS: Readonly<Record<VatTreatment, string>> = {
  domestic: 'Same country',
  reverseCharge: 'Business in the EU that buys from another country',
  outsideEu: 'From the EU to a business outside',
  outsideEuConsumer: 'From the EU to a private person outside',
  abroad: 'Between countries outside the EU',
  smallBusiness: 'Small business in the EU',
  smallBusinessOutsideEu: 'Small business outside the EU',
  euConsumer: 'Consumer in another EU country',
  privateSeller: 'Private person who sells',
};

function VatTable() {
  const { data = [], error, refetch } = useCall(listVatRows, {});
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <Scroller className={classes.scroll} label="VAT table">
      <table className={classes.table} aria-label="VAT table">
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col" className={classes.words}>
              Country
            </th>
            <th scope="col">Rate</th>
            <th scope="col" className={classes.words}>
              Category
            </th>
            <th scope="col">Valid from</th>
            <th scope="col">Version</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ version, validFrom, treatment, country, category, rate, note }) => (
            <tr key={`${version} ${validFrom} ${treatment} ${country}`}>
              <td>
                {TREATMENTS[treatment]}
                {note !== null && note !== '' && <div className={classes.muted}>{note}</div>}
              </td>
              <td className={classes.words}>{country ?? EMPTY}</td>
              <td>{rate} %</td>
              <td className={classes.words}>{category}</td>
              <td>{validFrom}</td>
              <td>{version}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function Series() {
  const { data, error, refetch } = useCall(listSeries, {});
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0)
    return <p className={classes.muted}>A series begins with the first document of a kind and fiscal year.</p>;
  return (
    <Scroller className={classes.scroll} label="Number series">
      <table className={classes.table} aria-label="Number series">
        <thead>
          <tr>
            <th scope="col">Legal entity</th>
            <th scope="col" className={classes.words}>
              Kind
            </th>
            <th scope="col">Fiscal year</th>
            <th scope="col">Last number</th>
            <th scope="col">Last issue date</th>
          </tr>
        </thead>
        <tbody>
          {data?.map(({ id, legalEntity, kind, fiscalYear, lastNumber, lastIssueDate }) => (
            <tr key={id}>
              <td>{legalEntity}</td>
              <td className={classes.words}>{KIND_LABELS[kind]}</td>
              <td>{fiscalYear}</td>
              <td>{lastNumber}</td>
              <td>{lastIssueDate ?? EMPTY}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

export function Rules() {
  return (
    <>
      <Tiers />
      <Panel title="Number series" description="Numbers have no gap. A series begins again with each fiscal year.">
        <Series />
      </Panel>
      <Panel title="VAT table" description="The row that was used is kept on the document.">
        <VatTable />
      </Panel>
    </>
  );
}

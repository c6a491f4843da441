/**
 * The heat table: a cell is shaded by comparison with cells of the same age only, so that a
 * young cohort does not look bad. The current month is not shaded.
 */

import { useComputedColorScheme } from '@mantine/core';
import { changeOf } from '@signpost/contract/insight/stats/format.ts';
import type { LifetimeCell, LifetimeRow } from '@signpost/contract/insight/stats/lifetime.ts';
import type { MetricId } from '@signpost/contract/insight/stats/metrics.ts';
import { type CSSProperties, useMemo } from 'react';
import { Scroller } from '../../../ui/scroller.tsx';
import { formatChange, formatNumber } from '../../../ui/values/format.ts';
import { listOf } from '../../../ui/values/list-of.ts';
import { plural } from '../../../ui/values/plural.ts';
import classes from './lifetime-view.module.css';
import { rowColors } from './row-colors.ts';
import type { LifetimeAnswer } from './use-lifetime.ts';
import { ageLabel, cellValue, type Per, valueShown } from './values.ts';

interface Props {
  data: LifetimeAnswer;
  metric: MetricId;
  per: Per;
  /** The kind of row: "Month", "Partner". */
  heading: string;
  /** The members that a cohort counts: "Visitors". */
  counted: string;
  label: string;
}

/** Cohorts with fewer players are not shaded, because their values are mostly chance. */
const FEW = 30;

function Cell({
  cell,
  expected,
  largest,
  metric,
  per,
  counted,
}: {
  cell: LifetimeCell;
  expected: LifetimeCell | undefined;
  largest: number;
  metric: MetricId;
  per: Per;
  counted: string;
}) {
  const value = cellValue(cell, metric, per);
  const isShaded = !cell.isOpen && cell.players >= FEW && largest > 0 && value !== null;
  const share = isShaded ? Math.round((Math.abs(Number(value)) / largest) * 100) : 0;
  const usual = expected && per === 'player' ? cellValue(expected, metric, per) : null;
  const describeExpectation = () => {
    if (usual === null) return [];
    return [
      `expected ${valueShown(usual, metric)} at this age`,
      `${formatChange(changeOf(value, usual))} compared with it`,
    ];
  };
  const about = listOf(
    `${formatNumber(cell.players)} ${counted.toLowerCase()}`,
    cell.isOpen && 'the month is not over yet',
    ...describeExpectation(),
  ).join(', ');
  return (
    <td
      data-open={cell.isOpen || undefined}
      data-loss={Number(value) < 0 || undefined}
      style={{ '--heat': `${share}%` } as CSSProperties}
      title={about}
    >
      {valueShown(value, metric)}
    </td>
  );
}

function maturity(row: LifetimeRow): string {
  const full = row.cells.filter((cell) => !cell.isOpen).length;
  if (full === 0) return 'has just started';
  return `${full} full ${plural(full, 'month')}`;
}

export function CohortTable({ data, metric, per, heading, counted, label }: Props) {
  const { rows, expected } = data;
  const scheme = useComputedColorScheme('dark');
  const lineColors = useMemo(() => rowColors(data, scheme), [data, scheme]);
  const ages = Math.max(0, ...rows.map((row) => row.cells.length));
  const columns = Array.from({ length: ages }, (_, age) => age);
  const largest = columns.map((age) =>
    rows.reduce((most, row) => {
      const cell = row.cells[age];
      const counts = cell !== undefined && !cell.isOpen && cell.players >= FEW;
      if (counts) return Math.max(most, Math.abs(Number(cellValue(cell, metric, per) ?? 0)));
      return most;
    }, 0),
  );
  return (
    <Scroller className={classes.scroller} label={label}>
      <table className={classes.heat} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col" className={classes.players}>
              {counted}
            </th>
            {columns.map((age) => (
              <th key={age} scope="col">
                {ageLabel(age)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {lineColors.has(row) && (
                  <i className={classes.key} style={{ background: lineColors.get(row) }} aria-hidden />
                )}
                {row.name}
                <small>{maturity(row)}</small>
              </th>
              <td className={classes.players}>{formatNumber(row.players)}</td>
              {row.cells.map((cell) => (
                <Cell
                  key={cell.age}
                  cell={cell}
                  expected={expected.cells[cell.age]}
                  largest={largest[cell.age] ?? 0}
                  metric={metric}
                  per={per}
                  counted={counted}
                />
              ))}
            </tr>
          ))}
        </tbody>
        {per === 'player' && (
          <tfoot>
            <tr>
              <th scope="row">
                Expected
                <small>cohorts that have reached the age</small>
              </th>
              <td className={classes.players}>{formatNumber(expected.players)}</td>
              {expected.cells.map((cell) => (
                <td key={cell.age} title={`${formatNumber(cell.players)} ${counted.toLowerCase()}`}>
                  {valueShown(cellValue(cell, metric, per), metric)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </Scroller>
  );
}

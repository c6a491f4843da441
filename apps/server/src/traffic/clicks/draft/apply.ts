/** Puts a draft into the configuration, as if it had been saved. */

import { isDay, isTimeZone } from '@signpost/contract/dates/dates.ts';
import type { Draft } from '@signpost/contract/traffic/clicks/draft.ts';
import type { RoutingConfig, RuleKind } from '../snapshot/config.ts';

/** The id of a record that is not saved yet. It is far above every number that a sequence produces. */
export const NEW_ID = 2_000_000_000;

type Values = Draft['values'];

const text = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return '';
};
const idOf = (value: unknown): number | null => {
  if (Number.isInteger(value) && Number(value) > 0) return Number(value);
  return null;
};
const dayOf = (value: unknown): string | null => {
  if (isDay(value)) return value;
  return null;
};
const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  return [];
};

function sharesOf(values: Values): { campaignId: number; weight: number; ctaLabel: string }[] {
  return listOf(values.allocation).flatMap((row: unknown) => {
    if (typeof row !== 'object' || row === null || !('campaignId' in row) || !('weight' in row)) return [];
    const campaignId = idOf(row.campaignId);
    const { weight } = row;
    const ctaLabel = 'ctaLabel' in row ? text(row.ctaLabel) : '';
    if (campaignId === null || typeof weight !== 'number') return [];
    return [{ campaignId, weight, ctaLabel }];
  });
}

function withBox(config: RoutingConfig, id: number, boxKind: string, values: Values): RoutingConfig {
  const box = {
    id,
    boxKind,
    status: text(values.status) || 'active',
    nativeBoxType: text(values.nativeBoxType) || null,
    websiteId: idOf(values.websiteId),
    trafficSourceId: idOf(values.trafficSourceId),
    productId: idOf(values.productId),
    fallbackUrl: text(values.fallbackUrl),
    passOn: text(values.passOn),
    validFrom: dayOf(values.validFrom),
    validTo: dayOf(values.validTo),
    timeZone: isTimeZone(values.timeZone) ? values.timeZone : 'UTC',
    maxClicks: idOf(values.maxClicks),
  };
  const others = <T extends { campaignBoxId: number }>(rows: readonly T[]) =>
    rows.filter(({ campaignBoxId }) => campaignBoxId !== id);
  const rules = listOf(values.rules).flatMap((rule) => idOf(rule) ?? []);
  return {
    ...config,
    boxes: [...config.boxes.filter((one) => one.id !== id), box],
    allocations: [...others(config.allocations), ...sharesOf(values).map((row) => ({ ...row, campaignBoxId: id }))],
    boxRules: [...others(config.boxRules), ...rules.map((ruleId) => ({ campaignBoxId: id, ruleId }))],
  };
}

function withRule(config: RoutingConfig, id: number, kind: RuleKind, values: Values): RoutingConfig {
  const row = {
    kind,
    id,
    name: text(values.name),
    status: text(values.status) || 'active',
    conditions: values.conditions,
    position: Number(values.position) || 0,
  };
  const at = config.rules.findIndex((one) => one.id === id);
  const others = config.rules.filter((one) => one.id !== id);
  // Rules of a box are in the box's own order; the others are ordered by their numbers, if known.
  const before = (one: RoutingConfig['rules'][number]) =>
    one.kind === kind && ((one.position ?? 0) < row.position || (one.position === row.position && one.id < id));
  const inOrder = () => {
    if (kind === 'box') return others.toSpliced(at < 0 ? others.length : at, 0, row);
    const sameKind = others.filter((one) => one.kind === kind);
    const rest = others.filter((one) => one.kind !== kind);
    return [...rest, ...sameKind.toSpliced(others.filter(before).length, 0, row)];
  };
  return {
    ...config,
    rules: inOrder(),
    ruleAllocations: [
      ...config.ruleAllocations.filter(({ ruleId }) => ruleId !== id),
      ...sharesOf(values).map((share) => ({ ...share, ruleId: id })),
    ],
  };
}

/** The configuration with the draft in it, and the draft's id there. */
export function withDraft(config: RoutingConfig, { kind, id, values }: Draft): { config: RoutingConfig; id: number } {
  const own = id ?? NEW_ID;
  switch (kind) {
    case 'campaignBox':
      return { id: own, config: withBox(config, own, text(values.boxKind) || 'regular', values) };
    case 'seoCampaignBox':
      return { id: own, config: withBox(config, own, 'seo', values) };
    case 'rule':
      return { id: own, config: withRule(config, own, 'box', values) };
    case 'globalRule':
      return { id: own, config: withRule(config, own, 'global', values) };
    case 'bannerGlobalRule':
      return { id: own, config: withRule(config, own, 'banner', values) };
  }
}

/**
 * The configuration without the other boxes and the rules that only they use. Its decisions are the same and it
 * compiles much faster.
 */
export function onlyBoxes(config: RoutingConfig, boxIds: readonly number[]): RoutingConfig {
  const wanted = new Set(boxIds);
  const boxRules = config.boxRules.filter(({ campaignBoxId }) => wanted.has(campaignBoxId));
  const tried = new Set(boxRules.map(({ ruleId }) => ruleId));
  return {
    ...config,
    boxes: config.boxes.filter(({ id }) => wanted.has(id)),
    allocations: config.allocations.filter(({ campaignBoxId }) => wanted.has(campaignBoxId)),
    boxRules,
    rules: config.rules.filter(({ kind, id }) => kind !== 'box' || tried.has(id)),
  };
}

/** The allocation of a box: campaigns with weights that always total 100, locks and overrides. */

import {
  addItem,
  evenSplit,
  removeItem,
  setLock,
  setOverride,
  setWeight,
  weightBounds,
  weightTotal,
} from '@signpost/contract/define/allocation.ts';
import { WEIGHT_TOTAL } from '@signpost/contract/limits.ts';
import { selectionLabel } from '@signpost/contract/records/labels.ts';
import type { MetadataRow } from '@signpost/contract/records/metadata.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { useMetadataWith } from '../../../api/use-metadata.ts';
import { NumberField } from '../../../fields/number-field.tsx';
import { useRecordNames } from '../../../fields/options.ts';
import type { CustomFieldProps } from '../../../records/screen.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { PercentSlider } from '../../../ui/fields/percent-slider.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { changedAt } from '../../../ui/values/changed-at.ts';
import { textOrNull } from '../../../ui/values/optional.ts';
import { CampaignName } from './campaign-name.tsx';
import { CampaignPicker } from './campaign-picker.tsx';
import classes from './routing.module.css';

interface Item {
  id?: number | null;
  campaignId: number;
  weight: number;
  lock: boolean;
  weightOverride: boolean;
  ctaLabel?: string | null;
}

const CTA_MAX = 60;

interface AllocationItemProps extends Pick<CustomFieldProps, 'readOnly'> {
  items: readonly Item[];
  at: number;
  item: Item;
  /** Null while campaigns are loading, undefined if it is archived or unknown. */
  campaign: MetadataRow | null | undefined;
  /** Its name if it is archived; undefined for an unknown id. */
  archivedName: string | undefined;
  /** Whether campaigns can have their own CTA label. */
  hasCta: boolean;
  errorsAt: (path: string) => string[];
  onChange: (items: readonly Item[]) => void;
}

function nameOf({
  campaign,
  archivedName,
  item,
}: Pick<AllocationItemProps, 'campaign' | 'archivedName' | 'item'>): string {
  if (campaign === null) return `#${item.campaignId}`;
  if (campaign === undefined) return archivedName ?? TEXT.deletedCampaign;
  return selectionLabel(campaign.name);
}

/** One campaign: its weight, lock, override and CTA label. */
function AllocationItem({
  items,
  at,
  item,
  campaign,
  archivedName,
  hasCta,
  readOnly,
  errorsAt,
  onChange,
}: AllocationItemProps) {
  const name = nameOf({ campaign, archivedName, item });
  const type = String(campaign?.landerType ?? '');
  const bounds = weightBounds(items, at);
  const setCta = (ctaLabel: string | null) => onChange(changedAt(items, at, { ctaLabel }));
  return (
    <li className={classes.item} data-locked={item.lock || undefined}>
      <div className={classes.name}>
        <CampaignName id={item.campaignId} landerType={type} name={name} />
        <span className={classes.kind}>{type.replaceAll('_', ' ')}</span>
        {errorsAt(`${at}.campaignId`).map((message) => (
          <p key={message} className={classes.error} role="alert">
            {message}
          </p>
        ))}
      </div>
      <div className={classes.slide}>
        <PercentSlider
          label={`Share of ${name}`}
          hideLabel
          hideValue
          value={item.weight}
          min={bounds.min}
          max={bounds.max}
          disabled={readOnly || item.lock}
          onChange={(weight) => onChange(setWeight(items, at, weight))}
        />
      </div>
      <NumberField
        label={`Weight of ${name}`}
        hideLabel
        value={item.weight}
        min={bounds.min}
        max={bounds.max}
        disabled={readOnly || item.lock}
        errors={errorsAt(`${at}.weight`)}
        onChange={(weight) => weight !== null && onChange(setWeight(items, at, weight))}
      />
      <IconButton
        label={item.lock ? `Unlock ${name}` : `Lock ${name}`}
        pressed={item.lock}
        disabled={readOnly}
        onClick={() => onChange(setLock(items, at, !item.lock))}
      >
        {item.lock ? <IconLock size={16} aria-hidden /> : <IconLockOpen size={16} aria-hidden />}
      </IconButton>
      <div className={classes.override}>
        <Toggle
          label="Override"
          value={item.weightOverride}
          disabled={readOnly || item.lock}
          onChange={(next) => onChange(setOverride(items, at, next))}
        />
      </div>
      <div className={classes.cta}>
        {hasCta && (type === 'offer_lander' || (item.ctaLabel ?? '') !== '') && (
          <TextInput
            label={`CTA label of ${name}`}
            hideLabel
            placeholder="CTA label"
            value={item.ctaLabel ?? ''}
            maxLength={CTA_MAX}
            disabled={readOnly}
            errors={errorsAt(`${at}.ctaLabel`)}
            onChange={(text) => setCta(textOrNull(text))}
          />
        )}
      </div>
      <IconButton label={`Remove ${name}`} disabled={readOnly} onClick={() => onChange(removeItem(items, at))}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

/** The allocation of a box, whose campaigns can have CTA labels, or of a rule. */
export function AllocationEditor({
  value,
  onChange,
  values,
  errors,
  readOnly,
  recordId,
  of = 'box',
}: CustomFieldProps & { of?: 'box' | 'rule' }) {
  const items = (Array.isArray(value) ? value : []) as Item[];
  const campaigns = useMetadataWith(
    'campaigns',
    items.map(({ campaignId }) => campaignId),
  );
  const campaignOf = (id: number) => campaigns?.find((one) => one.id === id);
  const others = items.map(({ campaignId }) => campaignId).filter((id) => campaignOf(id) === undefined);
  const archivedNames = useRecordNames('campaign', campaigns === null ? [] : others);
  const whole = errors.filter(({ path }) => path === '');
  const errorsAt = (path: string) => errors.filter((error) => error.path === path).map(({ message }) => message);
  const total = weightTotal(items);

  const add = (campaignId: number | null) => {
    if (campaignId === null || items.some((item) => item.campaignId === campaignId)) return;
    onChange(
      addItem(items, {
        campaignId,
        weight: 0,
        lock: false,
        weightOverride: false,
        ...(of === 'box' && { ctaLabel: null }),
      }),
    );
  };
  const renderItems = () => {
    if (items.length === 0)
      return (
        <p className={classes.none}>
          {of === 'box' ? 'No campaigns yet: every visitor goes to the fallback link.' : 'No campaigns yet.'}
        </p>
      );
    return (
      <ol className={classes.items} aria-label={`Campaigns of this ${of}`}>
        {items.map((item, at) => (
          <AllocationItem
            key={item.campaignId}
            items={items}
            at={at}
            item={item}
            campaign={campaigns === null ? null : campaignOf(item.campaignId)}
            archivedName={archivedNames.get(item.campaignId)}
            hasCta={of === 'box'}
            readOnly={readOnly}
            errorsAt={errorsAt}
            onChange={onChange}
          />
        ))}
      </ol>
    );
  };
  const describeAutomation = () => {
    if (values.weightsFrozen === true) return 'Automatic weights are frozen: these weights do not change.';
    return 'Unlocked weights are adjusted every hour. Lock or override the weights that must stay.';
  };
  return (
    <div className={classes.allocation}>
      <div className={classes.adder}>
        <CampaignPicker
          campaigns={campaigns}
          chosen={items.map(({ campaignId }) => campaignId)}
          {...(of === 'box' && { boxId: recordId })}
          onChoose={add}
          disabled={readOnly}
        />
        <Button onClick={() => onChange(evenSplit(items))} disabled={readOnly || items.length < 2}>
          Split evenly
        </Button>
        {items.length > 0 && (
          <span className={classes.total} data-whole={total === WEIGHT_TOTAL || undefined} role="status">
            Total {total} of {WEIGHT_TOTAL}
          </span>
        )}
      </div>
      {of === 'box' && (values.automaticWeights === 'epc' || values.automaticWeights === 'ftd_rate') && (
        <p className={classes.none}>{describeAutomation()}</p>
      )}
      {of === 'box' && items.some(({ campaignId }) => campaignOf(campaignId)?.landerType === 'offer_lander') && (
        <p className={classes.none}>
          Visitors read a CTA label at {'{cta}'} in target URLs, and at {'{{ cta }}'} and in buttons with {'{cta}'} on
          pages.
        </p>
      )}
      {renderItems()}
      {whole.map(({ message }) => (
        <p key={message} className={classes.error} role="alert">
          {message}
        </p>
      ))}
    </div>
  );
}

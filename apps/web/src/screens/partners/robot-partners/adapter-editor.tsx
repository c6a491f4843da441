/** The settings of a lead buyer as a form: the request, and how to read the answer. */

import { keysOf } from '@signpost/contract/objects.ts';
import { PLAIN_ADAPTER, REQUIRED_CONTACTS } from '@signpost/contract/partners/leads/adapter.ts';
import { LEAD_PLACES } from '@signpost/contract/reading/places.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { readText, readTexts } from '../../../records/field-values.ts';
import type { CustomFieldProps } from '../../../records/screen.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TagsInput } from '../../../ui/fields/tags-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { textOrNull } from '../../../ui/values/optional.ts';
import classes from './robot-partners.module.css';

interface Entry {
  /** Entries have no id while they are edited. */
  key: number;
  name: string;
  template: string;
}
type Part = Record<string, unknown>;

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);
const partOf = (value: unknown, name: string): Part => {
  const inner = isPart(value) ? value[name] : undefined;
  if (isPart(inner)) return inner;
  return {};
};
const textAt = (part: Part, name: string): string => readText(part[name]);
const without = (part: Part, name: string): Part =>
  Object.fromEntries(Object.entries(part).filter(([key]) => key !== name));

const RULES = [
  { name: 'accepted', label: 'Accepted', placeholder: 'ok' },
  { name: 'rejected', label: 'Rejected', placeholder: 'declined' },
  { name: 'duplicate', label: 'Known already', placeholder: 'exists' },
] as const;

interface EntriesProps {
  title: string;
  one: string;
  value: Part;
  errors: CustomFieldProps['errors'];
  path: string;
  disabled: boolean;
  onChange: (value: Part) => void;
}

/** Names and templates. An entry without a name is dropped. */
function Entries({ title, one, value, errors, path, disabled, onChange }: EntriesProps) {
  const [entries, setEntries] = useState<readonly Entry[]>(() =>
    Object.entries(value).map(([name, template], key) => ({ key, name, template: String(template) })),
  );
  const change = (next: readonly Entry[]) => {
    setEntries(next);
    onChange(
      Object.fromEntries(
        next.flatMap(({ name, template }) => {
          if (name.trim() === '') return [];
          return [[name, template]];
        }),
      ),
    );
  };
  const nextKey = entries.reduce((most, { key }) => Math.max(most, key + 1), 0);
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {entries.map((entry, at) => {
        const wrong = errors.filter((error) => error.path === `${path}.${entry.name}`).map(({ message }) => message);
        const set = (part: Partial<Entry>) =>
          change(
            entries.map((was) => {
              if (was.key === entry.key) return { ...was, ...part };
              return was;
            }),
          );
        return (
          <div key={entry.key} className={classes.entry}>
            <TextInput
              label={`${one} ${at + 1} name`}
              hideLabel
              placeholder="name"
              value={entry.name}
              disabled={disabled}
              onChange={(name) => set({ name })}
              mono
            />
            <TextInput
              label={`${one} ${at + 1} value`}
              hideLabel
              placeholder="{email}"
              value={entry.template}
              disabled={disabled}
              errors={wrong}
              onChange={(template) => set({ template })}
              mono
            />
            <IconButton
              label={`Remove ${one.toLowerCase()} ${at + 1}`}
              disabled={disabled}
              onClick={() => change(entries.filter(({ key }) => key !== entry.key))}
            >
              <IconTrash size={16} aria-hidden />
            </IconButton>
          </div>
        );
      })}
      <div>
        <Button
          icon={<IconPlus size={16} aria-hidden />}
          disabled={disabled}
          onClick={() => setEntries([...entries, { key: nextKey, name: '', template: '' }])}
        >
          Add {one.toLowerCase()}
        </Button>
      </div>
    </fieldset>
  );
}

interface RequiredContactsProps {
  settings: Part;
  disabled: boolean;
  onChange: (settings: Part) => void;
}

/** The contacts without which a lead is not sent to the buyer. */
function RequiredContacts({ settings, disabled, onChange }: RequiredContactsProps) {
  const value = readTexts(settings.requires);
  const change = (contact: string, isRequired: boolean) => {
    const others = value.filter((one) => one !== contact);
    if (isRequired) others.push(contact);
    onChange({ ...settings, requires: others });
  };
  return (
    <fieldset className={classes.group}>
      <legend>Required of a lead</legend>
      {keysOf(REQUIRED_CONTACTS).map((contact) => (
        <Toggle
          key={contact}
          label={REQUIRED_CONTACTS[contact].label}
          value={value.includes(contact)}
          disabled={disabled}
          onChange={(isRequired) => change(contact, isRequired)}
        />
      ))}
      <p className={classes.help}>Other leads are not sent to this buyer, and go to the next one at once.</p>
    </fieldset>
  );
}

/** Replaces the JSON field and has the same value. */
export function AdapterEditor({ value, onChange, errors, readOnly }: CustomFieldProps) {
  const settings = isPart(value) ? value : {};
  const read = partOf(settings, 'read');
  const set = (name: string, part: Part) => onChange({ ...settings, [name]: part });
  const setRead = (name: string, next: unknown) =>
    set('read', next === undefined ? without(read, name) : { ...read, [name]: next });
  const messagesAt = (path: string) => errors.filter((error) => error.path === path).map(({ message }) => message);
  const whole = messagesAt('');
  return (
    <div className={classes.adapter}>
      {whole.map((message) => (
        <p key={message} className={classes.error} role="alert">
          {message}
        </p>
      ))}
      <Entries
        title="Request"
        one="Field"
        path="body"
        value={value === null ? PLAIN_ADAPTER.body : partOf(settings, 'body')}
        errors={errors}
        disabled={readOnly}
        onChange={(body) => set('body', body)}
      />
      <p className={classes.help}>
        A value can contain {LEAD_PLACES.map((place) => `{${place}}`).join(' ')} and <code>{'{extra_…}'}</code> for
        additional form fields. A name with dots creates a nested object.
      </p>
      <RequiredContacts settings={settings} disabled={readOnly} onChange={onChange} />
      <Entries
        title="Headers"
        one="Header"
        path="headers"
        value={partOf(settings, 'headers')}
        errors={errors}
        disabled={readOnly}
        onChange={(headers) => set('headers', headers)}
      />
      <fieldset className={classes.group}>
        <legend>How to read the answer</legend>
        {RULES.map(({ name, label, placeholder }) => {
          const rule = partOf(read, name);
          const words = readTexts(rule.is);
          const change = (next: Part) => {
            const made = { path: textAt(rule, 'path'), is: words, ...next };
            setRead(name, made.path === '' && Array.isArray(made.is) && made.is.length === 0 ? undefined : made);
          };
          return (
            <div key={name} className={classes.rule}>
              <TextInput
                label={`${label}: path in the answer`}
                placeholder="result.status"
                value={textAt(rule, 'path')}
                disabled={readOnly}
                errors={messagesAt(`read.${name}.path`)}
                onChange={(path) => change({ path })}
                mono
              />
              <TagsInput
                label={`${label}: values`}
                placeholder={words.length === 0 ? placeholder : ''}
                value={words}
                disabled={readOnly}
                errors={messagesAt(`read.${name}.is`)}
                onChange={(is) => change({ is })}
              />
            </div>
          );
        })}
        <p className={classes.help}>
          Without a path, the whole answer is searched. Without any rule, the HTTP status and clear words decide.
        </p>
        <div className={classes.rule}>
          <TextInput
            label="Path of the redirect address"
            placeholder="result.url"
            value={textAt(read, 'redirect')}
            disabled={readOnly}
            onChange={(path) => setRead('redirect', textOrNull(path) ?? undefined)}
            mono
          />
          <TextInput
            label="Path of the reason"
            placeholder="message"
            value={textAt(read, 'reason')}
            disabled={readOnly}
            onChange={(path) => setRead('reason', textOrNull(path) ?? undefined)}
            mono
          />
        </div>
        <Toggle
          label="A redirect means the lead is accepted"
          value={read.redirectAccepts === true}
          disabled={readOnly}
          onChange={(next) => setRead('redirectAccepts', next ? true : undefined)}
        />
      </fieldset>
    </div>
  );
}

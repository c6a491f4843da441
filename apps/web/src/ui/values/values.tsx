import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { CopyButton } from './copy-button.tsx';
import { EMPTY, formatAgo, formatMoney, formatTime, type Numeric, type TimeDetail } from './format.ts';
import { newsOf } from './news.ts';
import classes from './values.module.css';

export interface ChangeProps {
  /** The change with its sign, such as +3.2 % or −€120.00. */
  text: string;
  /** Whether the change is good news; null if it is neither, as for a cost that may have paid off. */
  isGood: boolean | null;
}

const NEWS_CLASSES = { good: classes.good, bad: classes.bad, neutral: classes.flat } as const;

/**
 * Shows a change as ▲ +3.2 %. Arrow and sign repeat what the colour says, so that the meaning does not depend on
 * colour.
 */
export function Change({ text, isGood }: ChangeProps) {
  if (text === EMPTY || (text.charAt(0) !== '+' && text.charAt(0) !== '−'))
    return <span className={classes.flat}>{text}</span>;
  const up = text.startsWith('+');
  const Arrow = up ? IconArrowUp : IconArrowDown;
  const news = newsOf(isGood);
  return (
    <span className={NEWS_CLASSES[news]} data-news={news}>
      <Arrow size={12} stroke={2.5} aria-hidden />
      {text}
    </span>
  );
}

/** An amount of money for tables, with a real minus sign. */
export function Money({ value, currency }: { value: Numeric; currency: string }) {
  return <span className={classes.number}>{formatMoney(value, currency)}</span>;
}

export interface TimeProps {
  value: string | number | Date | null | undefined;
  /** The viewer's time zone, such as `Europe/Vienna`. */
  zone: string;
  detail?: TimeDetail | undefined;
  /** Shows "3 minutes ago", with the exact time in the tooltip. */
  ago?: boolean | undefined;
}

/** A time in the viewer's zone; the tooltip has the exact time in UTC. */
export function Time({ value, zone, detail = 'minute', ago = false }: TimeProps) {
  if (value === null || value === undefined) return <span>{EMPTY}</span>;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return <span>{EMPTY}</span>;
  const shown = formatTime(date, zone, detail);
  return (
    <time
      dateTime={date.toISOString()}
      title={`${formatTime(date, zone, 'second')} ${zone}`}
      className={classes.number}
    >
      {ago ? formatAgo(date, Date.now()) : shown}
    </time>
  );
}

/** An id, code or URL in monospace, optionally with a copy button. */
export function IdText({ value, copy = false }: { value: string | number; copy?: boolean }) {
  return (
    <span className={classes.id}>
      <code className={classes.code} title={String(value)}>
        {value}
      </code>
      {copy && <CopyButton value={String(value)} label={`Copy ${value}`} />}
    </span>
  );
}

export interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'good' | 'bad' | 'attention' | undefined;
  children: string;
}

/** A short status label with a tone. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}

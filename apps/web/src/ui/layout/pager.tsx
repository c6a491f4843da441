import { NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { IconButton } from '../button.tsx';
import { useMobile } from '../use-mobile.ts';
import { formatNumber } from '../values/format.ts';
import classes from './pager.module.css';

export interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  /** All rows, over all pages. */
  total: number;
  onPage: (page: number) => void;
  pageSizes?: readonly number[] | undefined;
  onPageSize?: ((size: number) => void) | undefined;
  /** The things that are counted: "boxes". */
  noun?: string | undefined;
  /** The order, where no column shows it: "newest first". */
  order?: string | undefined;
}

interface Step {
  label: string;
  to: number;
  icon: typeof IconChevronLeft;
  shown: boolean;
}

/** The steps of a pager. On a phone, steps that lead nowhere are left out. Pure, for the tests. */
export function pagerSteps(page: number, pages: number): { back: Step[]; on: Step[] } {
  return {
    back: [
      { label: 'First page', to: 1, icon: IconChevronsLeft, shown: page > 1 },
      { label: 'Previous page', to: page - 1, icon: IconChevronLeft, shown: page > 1 },
    ],
    on: [
      { label: 'Next page', to: page + 1, icon: IconChevronRight, shown: page < pages },
      { label: 'Last page', to: pages, icon: IconChevronsRight, shown: page < pages },
    ],
  };
}

/** The pages of a list: count and page size on a desktop, the page navigator on a phone. */
export function Pager(props: PagerProps) {
  const isMobile = useMobile();
  const pages = Math.max(1, Math.ceil(props.total / props.pageSize));
  const steps = pagerSteps(props.page, pages);
  const button = ({ label, to, icon: Icon, shown }: Step) => {
    if (isMobile && !shown) return null;
    return (
      <IconButton key={label} label={label} disabled={!shown} onClick={() => props.onPage(to)}>
        <Icon size={16} aria-hidden />
      </IconButton>
    );
  };
  if (isMobile) {
    return (
      <nav className={classes.phone} aria-label="Pages">
        <span className={classes.side}>{steps.back.map(button)}</span>
        <span>
          {formatNumber(props.page)} / {formatNumber(pages)}
        </span>
        <span className={classes.side}>{steps.on.map(button)}</span>
      </nav>
    );
  }
  const first = props.total === 0 ? 0 : (props.page - 1) * props.pageSize + 1;
  const last = Math.min(props.total, props.page * props.pageSize);
  const { onPageSize, pageSizes = [50, 100, 250] } = props;
  // With so few rows that the smallest page holds them all, there is no size to choose.
  const hasChoice = props.total > Math.min(...pageSizes);
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span className={classes.count}>
        {formatNumber(first)}–{formatNumber(last)} of {formatNumber(props.total)} {props.noun}
        {props.order !== undefined && `, ${props.order}`}
      </span>
      {onPageSize !== undefined && hasChoice && (
        <NativeSelect
          aria-label="Rows per page"
          className={classes.size ?? ''}
          value={String(props.pageSize)}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
          data={pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
        />
      )}
      <span className={classes.side}>
        {steps.back.map(button)}
        <span className={classes.page}>
          {formatNumber(props.page)} / {formatNumber(pages)}
        </span>
        {steps.on.map(button)}
      </span>
    </nav>
  );
}

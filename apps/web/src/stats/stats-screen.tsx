/** The frame of every statistics screen: header, tools, filters, answer and pages, around one question. */

import { TEXT } from '@signpost/contract/texts.ts';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { requestIdOf } from '../api/error-id.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { FilterBar, type FilterBarProps, type FilterChip } from '../ui/layout/filter-bar.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Pager } from '../ui/layout/pager.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { DateRange } from './date-range.tsx';
import { FilterMenu, useFilterChips } from './filters.tsx';
import { KnownOn } from './known-on.tsx';
import type { Asked } from './question.ts';
import { dateRangeProps } from './question-parts.ts';
import classes from './stats.module.css';
import { TimeZone } from './time-zone.tsx';
import { Attribution, Compare, KingStat } from './toolbar.tsx';
import { ExplorerContext, type ExplorerState, NO_CONDITIONS, useExplorer } from './use-explorer.ts';

interface StatsScreenProps {
  state: ExplorerState;
  title?: string | undefined;
  /** Controls for the whole screen, in the header. */
  context?: ReactNode;
  /** The primary action, in the header. */
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** Gives the question to everything on the screen. */
export function StatsScreen({ state, title, context, action, className, children }: StatsScreenProps) {
  return (
    <ExplorerContext value={state}>
      <PageHeader title={title} context={context} action={action} />
      {className === undefined ? children : <div className={className}>{children}</div>}
    </ExplorerContext>
  );
}

/** The days that the question is about. */
export function QuestionDates() {
  const { question, search, change } = useExplorer();
  return <DateRange {...dateRangeProps(question, search, change)} />;
}

interface QuestionToolsProps {
  /** Whether the time zone is chosen here. It is in the header where that has room for it. */
  hasZone?: boolean | undefined;
  children?: ReactNode;
}

/**
 * King stat, comparison, attribution, the day whose knowledge counts, and the time zone. A phone shows the king stat
 * and each choice that differs from the default, so that nothing that changes the numbers is hidden. "Options" shows
 * the rest.
 */
export function QuestionTools({ hasZone = false, children }: QuestionToolsProps) {
  const { question, search } = useExplorer();
  const isMobile = useMobile();
  const [isOpen, setOpen] = useState(false);
  const showsAll = !isMobile || isOpen;
  return (
    <div className={classes.tools}>
      <KingStat />
      {isMobile && (
        <Button
          kind="quiet"
          icon={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Options
        </Button>
      )}
      {isMobile && children}
      {(showsAll || question.compare !== undefined) && <Compare />}
      {(showsAll || question.attribution !== 'event') && <Attribution />}
      {(showsAll || question.knownOn !== undefined) && <KnownOn />}
      {hasZone && (showsAll || search.timeZone !== undefined) && <TimeZone />}
      {!isMobile && children}
    </div>
  );
}

interface StatsFiltersProps extends Pick<FilterBarProps, 'search' | 'actions' | 'children'> {
  /** Further conditions of this screen, shown before the filters. */
  chips?: readonly FilterChip[] | undefined;
  onClear?: (() => void) | undefined;
}

/** The active filters and the menu that adds one. */
export function StatsFilters({ chips = [], onClear, search, actions, children }: StatsFiltersProps) {
  const { tab, question, change } = useExplorer();
  const filters = useFilterChips(question, change);
  return (
    <FilterBar
      search={search}
      chips={[...chips, ...filters]}
      onClear={onClear ?? (() => change(NO_CONDITIONS))}
      actions={actions}
    >
      <FilterMenu key={tab.name} />
      {children}
    </FilterBar>
  );
}

interface StatsAnswerProps {
  error: Error | null;
  /** Whether there is an answer. It stays visible if a newer one fails. */
  hasData: boolean;
  onRetry: () => void;
  children: ReactNode;
}

/** The answer, or the reason why there is none. */
export function StatsAnswer({ error, hasData, onRetry, children }: StatsAnswerProps) {
  if (error === null || hasData) return children;
  return (
    <ErrorState title={TEXT.tabFailed} id={requestIdOf(error)} onRetry={onRetry}>
      {error.message}
    </ErrorState>
  );
}

const PAGE_SIZES = [50, 100, 250, 1000] as const;

interface StatsPagerProps {
  total: number;
  noun?: string | undefined;
  pageSizes?: readonly number[] | undefined;
}

/** The pages of the answer; nothing while there are no rows. */
export function StatsPager({ total, noun, pageSizes = PAGE_SIZES }: StatsPagerProps) {
  const { question, change } = useExplorer();
  if (total === 0) return null;
  return (
    <Pager
      page={Math.floor(question.offset / question.limit) + 1}
      pageSize={question.limit}
      total={total}
      noun={noun}
      pageSizes={pageSizes}
      onPageSize={(limit) => change({ limit })}
      onPage={(page) => change({ offset: (page - 1) * question.limit })}
    />
  );
}

/** Shown for a link whose question is invalid. */
export function InvalidQuestion({ asking, resetLabel }: { asking: Asked; resetLabel: string }) {
  return (
    <ErrorState title="This link is not valid">
      <p>{asking.problem}</p>
      <Button onClick={asking.reset}>{resetLabel}</Button>
    </ErrorState>
  );
}

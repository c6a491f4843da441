/** The canvas of a chart: created once, redrawn when its option changes, as wide as its container. */
import { RESIZE_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import { LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import classes from './plot.module.css';

use([LineChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer, LabelLayout]);

export interface Steps {
  count: number;
  /** All values of a step. */
  text: (step: number) => string;
}

interface Props {
  option: EChartsCoreOption;
  /** Pixels, or a length of CSS. */
  height: number | string;
  label: string;
  /** The steps in words, for people who read the chart with the keyboard: arrow keys go through them. */
  steps?: Steps | undefined;
  /** Called with the first and last step that a mouse marks: both are the same after a click. */
  onSteps?: ((first: number, last: number) => void) | undefined;
}

/** A shorter way with the button down is a click. */
const CLICK_PX = 4;

/** Where the tooltip of a step is shown, from the top of the chart. */
const TIP_Y = 16;

/** Where a key moves the cursor; undefined for other keys. */
function stepAfter(key: string, step: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, step - 1);
    case 'ArrowRight':
      return Math.min(last, step + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

interface CursorProps extends Pick<Props, 'label' | 'onSteps'> {
  steps: Steps;
  onStep: (step: number | null) => void;
}

/** Reads the chart step by step with the arrow keys; Shift marks several steps, and Enter does what a click does. */
function Cursor({ label, steps, onStep, onSteps }: CursorProps) {
  const last = steps.count - 1;
  /** The step of the cursor, and the one at the other end of what is marked. */
  const [cursor, setCursor] = useState({ at: last, from: last });
  const step = Math.min(cursor.at, last);
  const start = Math.min(cursor.from, last);
  const press = (event: KeyboardEvent) => {
    const next = stepAfter(event.key, step, last);
    if (next === undefined && (event.key !== 'Enter' || onSteps === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) {
      onSteps?.(Math.min(start, step), Math.max(start, step));
      return;
    }
    setCursor({ at: next, from: event.shiftKey ? cursor.from : next });
    onStep(next);
  };
  const marked = start === step ? '' : ` ${Math.abs(step - start) + 1} steps marked.`;
  return (
    <div
      className={classes.cursor}
      role="slider"
      tabIndex={0}
      aria-label={`${label}, step by step`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={step}
      aria-valuetext={`${steps.text(step)}${marked}`}
      onKeyDown={press}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && onStep(step)}
      onBlur={() => onStep(null)}
    />
  );
}

export function Plot({ option, height, label, steps, onSteps }: Props) {
  const [marked, setMarked] = useState<{ from: number; to: number } | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init> | null>(null);

  useEffect(() => {
    if (place.current === null) return;
    const made = init(place.current);
    chart.current = made;
    let timer: number | undefined;
    const watcher = new ResizeObserver(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => made.resize(), RESIZE_DEBOUNCE_MS.chart);
    });
    watcher.observe(place.current);
    return () => {
      window.clearTimeout(timer);
      watcher.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);

  // The chart is drawn after the frame with everything else, so that rows do not wait for it. Tooltip and axes are
  // reused between updates.
  useEffect(() => {
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => chart.current?.setOption(option, { replaceMerge: ['series'], lazyUpdate: true }));
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [option]);

  /** The place of the pointer within the chart; null beside its axes. */
  const xOf = (event: PointerEvent): number | null => {
    const box = place.current?.getBoundingClientRect();
    if (box === undefined) return null;
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    if (chart.current?.containPixel('grid', [x, y])) return x;
    return null;
  };
  const stepAt = (x: number): number => {
    const step = chart.current?.convertFromPixel({ xAxisIndex: 0 }, x);
    return Math.round(Number(step));
  };
  /** Shows the tooltip of a step; null hides it. */
  const showStep = (step: number | null) => {
    const x = step === null ? undefined : chart.current?.convertToPixel({ xAxisIndex: 0 }, step);
    chart.current?.dispatchAction(x === undefined ? { type: 'hideTip' } : { type: 'showTip', x: Number(x), y: TIP_Y });
  };
  // A finger scrolls the page and shows the tooltip; only a mouse marks steps.
  const watch = onSteps && {
    onPointerDown: (event: PointerEvent) => {
      const x = event.pointerType === 'mouse' && event.button === 0 ? xOf(event) : null;
      if (x !== null) setMarked({ from: x, to: x });
    },
    onPointerMove: (event: PointerEvent) => {
      const x = marked === null ? null : xOf(event);
      if (marked !== null && x !== null) setMarked({ from: marked.from, to: x });
    },
    onPointerLeave: () => setMarked(null),
    onPointerUp: () => {
      if (marked === null) return;
      setMarked(null);
      const { from, to } = marked;
      const steps = [stepAt(from), stepAt(Math.abs(to - from) < CLICK_PX ? from : to)];
      onSteps(Math.min(...steps), Math.max(...steps));
    },
  };
  return (
    <div className={classes.plot} data-clickable={onSteps !== undefined || undefined} {...watch}>
      <div ref={place} style={{ height }} role="img" aria-label={label} />
      {steps !== undefined && steps.count > 0 && (
        <Cursor label={label} steps={steps} onStep={showStep} onSteps={onSteps} />
      )}
      {marked !== null && (
        <div
          className={classes.marked}
          style={{ left: Math.min(marked.from, marked.to), width: Math.abs(marked.to - marked.from) }}
        />
      )}
    </div>
  );
}

/** Escapes a text for the HTML of a tooltip. */
export const plain = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The canvas of a chart: created once, redrawn when its option changes, as wide as its container. */
import { RESIZE_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import { LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import classes from './plot.module.css';

use([LineChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer, LabelLayout]);

interface Props {
  option: EChartsCoreOption;
  height: number;
  label: string;
  /** Called with the first and last step that a mouse marks: both are the same after a click. */
  onSteps?: ((first: number, last: number) => void) | undefined;
}

/** A shorter way with the button down is a click. */
const CLICK_PX = 4;

export function Plot({ option, height, label, onSteps }: Props) {
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
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return chart.current?.containPixel('grid', [x, y]) ? x : null;
  };
  const stepAt = (x: number): number => {
    const step = chart.current?.convertFromPixel({ xAxisIndex: 0 }, x);
    return Math.round(Number(step));
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

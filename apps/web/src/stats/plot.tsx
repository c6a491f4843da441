/** The canvas of a chart: created once, redrawn when its option changes, as wide as its container. */
import { RESIZE_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import { LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';

use([LineChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer, LabelLayout]);

export function Plot({ option, height, label }: { option: EChartsCoreOption; height: number; label: string }) {
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

  return <div ref={place} style={{ height }} role="img" aria-label={label} />;
}

/** Escapes a text for the HTML of a tooltip. */
export const plain = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A chart's canvas: made once, drawn anew with its option, as wide as its place. */
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
    const watcher = new ResizeObserver(() => made.resize());
    watcher.observe(place.current);
    return () => {
      watcher.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);

  // Drawn once the frame is out that everything else comes with, so that rows do not wait for it; the tooltip and the
  // axes are kept.
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

/** Text that stands in a tooltip's HTML. */
export const plain = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Tooltips: one element for the whole app, shown beside whatever has `data-tip` while it is pointed at or focused by
 * keyboard. Placing it needs no library, of which the first load would have 19 KB.
 */
import classes from './tip.module.css';

const AFTER_MS = 300;
const GAP = 6;
const EDGE = 4;

const tip = document.createElement('div');
tip.className = classes.tip ?? '';
tip.role = 'tooltip';
tip.hidden = true;

let timer: ReturnType<typeof setTimeout> | undefined;
let shownFor: HTMLElement | null = null;

const targetOf = ({ target }: Event): HTMLElement | null => {
  if (target instanceof Element) return target.closest<HTMLElement>('[data-tip]');
  return null;
};

const within = (value: number, most: number) => Math.max(EDGE, Math.min(value, most - EDGE));

/** Above its target, or below where there is no space; `data-tip-side="right"` beside it. */
function place(target: HTMLElement): void {
  const at = target.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  let left = at.left + (at.width - width) / 2;
  let top = at.top - height - GAP;
  if (target.dataset.tipSide === 'right') {
    left = at.right + GAP;
    top = at.top + (at.height - height) / 2;
  } else if (top < EDGE) {
    top = at.bottom + GAP;
  }
  tip.style.left = `${within(left, window.innerWidth - width)}px`;
  tip.style.top = `${within(top, window.innerHeight - height)}px`;
}

function hide(): void {
  clearTimeout(timer);
  shownFor = null;
  tip.hidden = true;
}

function showSoon(target: HTMLElement): void {
  if (target === shownFor) return;
  hide();
  shownFor = target;
  timer = setTimeout(() => {
    const text = target.dataset.tip ?? '';
    if (text === '' || !target.isConnected) return;
    tip.textContent = text;
    document.body.append(tip);
    tip.hidden = false;
    place(target);
  }, AFTER_MS);
}

document.addEventListener('pointerover', (event) => {
  const target = event.pointerType === 'touch' ? null : targetOf(event);
  if (target === null) hide();
  else showSoon(target);
});
document.addEventListener('focusin', (event) => {
  const target = targetOf(event);
  if (target?.matches(':focus-visible')) showSoon(target);
});
// Any of these ends what the tooltip was about.
for (const end of ['pointerdown', 'focusout', 'keydown', 'scroll'])
  document.addEventListener(end, hide, { capture: true, passive: true });

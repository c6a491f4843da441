import { createElement, Fragment, type ReactNode } from 'react';
import classes from './guide.module.css';
import type { GuideBlock, GuideInline } from './guide-text.ts';

interface Props<T> {
  of: T;
  /** Opens another place of the guide. */
  onOpen: (place: string) => void;
}

/** Draws a list that never changes its order, so that its items need no keys. */
const each = <T,>(list: readonly T[], draw: (item: T, index: number) => ReactNode) =>
  createElement(Fragment, null, ...list.map(draw));

/** A line of the guide: text, code, emphasis and links. */
function Line({ of, onOpen }: Props<readonly GuideInline[]>) {
  return each(of, (it) => {
    if (typeof it === 'string') return it;
    if ('code' in it) return <code>{it.code}</code>;
    if ('strong' in it)
      return (
        <strong>
          <Line of={it.strong} onOpen={onOpen} />
        </strong>
      );
    if ('em' in it)
      return (
        <em>
          <Line of={it.em} onOpen={onOpen} />
        </em>
      );
    const inner = <Line of={it.inner} onOpen={onOpen} />;
    if ('href' in it) {
      return (
        <a href={it.href} target="_blank" rel="noreferrer">
          {inner}
        </a>
      );
    }
    return (
      <button type="button" className={classes.link} onClick={() => onOpen(it.place)}>
        {inner}
      </button>
    );
  });
}

type Table = Extract<GuideBlock, { kind: 'table' }>;

/** The panel is narrow, so the first cell of a row stands above those that explain it. */
function Rows({ of: { head, rows }, onOpen }: Props<Table>) {
  return (
    <dl>
      {each(rows, ([name = [], ...rest]) => (
        <div>
          <dt>
            <Line of={name} onOpen={onOpen} />
          </dt>
          {each(rest, (cell, column) => (
            <dd>
              {rest.length > 1 && (
                <span className={classes.column}>
                  <Line of={head[column + 1] ?? []} onOpen={onOpen} />
                </span>
              )}
              <Line of={cell} onOpen={onOpen} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function headingOf(depth: number): 'h2' | 'h3' | 'h4' {
  if (depth === 1) return 'h2';
  return depth === 2 ? 'h3' : 'h4';
}

function Block({ of: block, onOpen }: Props<GuideBlock>) {
  if (block.kind === 'code') return <pre>{block.text}</pre>;
  if (block.kind === 'table') return <Rows of={block} onOpen={onOpen} />;
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul';
    return (
      <List>
        {each(block.items, (item) => (
          <li>
            <Blocks of={item} onOpen={onOpen} />
          </li>
        ))}
      </List>
    );
  }
  const line = <Line of={block.inner} onOpen={onOpen} />;
  if (block.kind === 'paragraph') return <p>{line}</p>;
  const Heading = headingOf(block.depth);
  return <Heading data-anchor={block.anchor}>{line}</Heading>;
}

/** The blocks of a page of the guide. */
export function Blocks({ of, onOpen }: Props<readonly GuideBlock[]>) {
  return each(of, (block) => <Block of={block} onOpen={onOpen} />);
}

import { useEffect, useRef } from 'react';
import { useApp } from '../app-context.ts';
import type { ComparisonViewFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { ChangeDetails } from '../ui/change-details.tsx';
import { areaOf, nameOf } from '../ui/change-text.ts';
import classes from './change-list.module.css';

type Region = ComparisonViewFragment['regions'][number];

/** Elements of a change that are listed. */
const MOST = 3;

interface Props {
  regions: readonly Region[];
  /** Index of the selected change. */
  selected: number | undefined;
  /** Index of the change under the pointer, here or in the picture. */
  hovered: number | undefined;
  onSelect(index: number): void;
  onHover(index: number | undefined): void;
}

/** Changes from top to bottom, named by their elements. */
export function ChangeList({ regions, selected, hovered, onSelect, onHover }: Props) {
  const { messages } = useApp();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (selected !== undefined) list.current?.children[selected]?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <ol ref={list} className={classes.list} aria-label={messages.changes}>
      {regions.map((region, index) => (
        <li key={keyOf(region)}>
          <button
            type="button"
            className={classes.change}
            data-kind={region.kind}
            data-hovered={index === hovered}
            aria-current={index === selected}
            onClick={() => onSelect(index)}
            onPointerEnter={() => onHover(index)}
            onPointerLeave={() => onHover(undefined)}
            onFocus={() => onHover(index)}
            onBlur={() => onHover(undefined)}
          >
            <span className={classes.number}>{index + 1}</span>
            <Texts region={region} />
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Regions of pixels and elements that no pixel shows may begin at one place. */
export const keyOf = ({ kind, x, y, width, height, pixels }: Region): string =>
  [kind, x, y, width, height, pixels === 0].join(' ');

function Texts({ region }: { region: Region }) {
  const { messages } = useApp();
  const { elements } = region;
  if (elements.length === 0) return <span className={classes.name}>{areaOf(region, messages)}</span>;
  return (
    <span className={classes.texts}>
      {elements.slice(0, MOST).map((element) => (
        <span key={element.selector} className={classes.element} title={element.selector}>
          <span className={classes.name}>{nameOf(element)}</span>
          <ChangeDetails element={region.pixels > 0 ? element : { ...element, kinds: [...element.kinds, 'silent'] }} />
        </span>
      ))}
      {elements.length > MOST && (
        <span className={classes.more}>{fill(messages.moreElements, { n: elements.length - MOST })}</span>
      )}
    </span>
  );
}

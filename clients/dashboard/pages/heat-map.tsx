import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import type { Heat } from '../data/page-search.ts';
import type { ClicksQuery } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { drawBoxes, drawPoints, type HeatBox } from './draw-heat.ts';
import classes from './heat-map.module.css';
import { ClicksDocument, EmbedSeenDocument } from './pages.generated.ts';
import { sizeOf } from './sort-comments.ts';
import type { CapturedElement } from './use-elements.ts';
import type { Picture } from './use-page-view.ts';

type Clicks = NonNullable<ClicksQuery['clickMap']>;

/** Part of the width by which windows of the counted visits may differ from that of the capture. */
const TOLERANCE = 0.05;

/** Clicks of visits in windows about as wide as the capture; undefined until they are loaded. */
export function useClicks(projectId: string, picture: Picture | undefined, isWanted: boolean) {
  const width = picture?.viewport.width ?? 0;
  const from = Math.max(1, Math.floor(width * (1 - TOLERANCE)));
  const to = Math.max(from, Math.ceil(width * (1 + TOLERANCE)));
  const [{ data }] = useQuery({
    query: ClicksDocument,
    variables: { projectId, url: picture?.url ?? '', minViewportWidth: from, maxViewportWidth: to },
    pause: !picture || !isWanted,
  });
  return { clicks: isWanted ? (data?.clickMap ?? undefined) : undefined, from, to };
}

/**
 * Clicked elements on the picture: by its page record, else by the structure of the visitors' page.
 */
export function boxesOf(clicks: Clicks, elements: readonly CapturedElement[] | undefined, width: number): HeatBox[] {
  const known = new Map(elements?.map(({ selector, box }) => [selector, box] as const));
  const structure = (clicks.structure?.viewport ?? {}) as { width?: unknown };
  const isComparable = typeof structure.width === 'number' && Math.abs(structure.width - width) <= width * TOLERANCE;
  return clicks.elements.flatMap(({ selector, clicks: count, box }) => {
    const found = known.get(selector) ?? (isComparable ? box : null);
    return found && found.width > 0 ? [{ box: found, clicks: count }] : [];
  });
}

interface LayerProps {
  picture: Picture;
  heat: Heat;
  clicks: Clicks;
  boxes: readonly HeatBox[];
}

/** Clicks over the picture. The bar above it has them as text. */
export function HeatLayer({ picture, heat, clicks, boxes }: LayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    if (heat === 'points') drawPoints(canvas.current, sizeOf(picture), clicks.points);
    else drawBoxes(canvas.current, sizeOf(picture), boxes);
  }, [picture, heat, clicks, boxes]);
  return <canvas ref={canvas} className={classes.layer} />;
}

interface BarProps {
  projectId: string;
  heat: Heat;
  clicks: Clicks | undefined;
  /** Views of the page in all windows; null where views are not counted. */
  views: number | null;
  /** Number of elements that the picture shows. */
  elementCount: number;
  /** Widths of windows, CSS pixels. */
  from: number;
  to: number;
  onChange(heat: Heat): void;
  /** Captures the page at a width; absent without the right. */
  onCapture: ((width: number) => void) | undefined;
}

/** Describes the heat map, or why it is empty. */
export function HeatBar({ projectId, heat, clicks, views, elementCount, from, to, onChange, onCapture }: BarProps) {
  const { messages, language } = useApp();
  const number = new Intl.NumberFormat(language);
  const isEmpty = clicks?.clicks === 0;
  return (
    <div className={classes.bar}>
      <Choices<Heat>
        legend={messages.heatMap}
        value={heat}
        options={{ points: messages.heatPoints, elements: messages.heatElements }}
        onChange={onChange}
      />
      <div role="status" className={classes.text}>
        {views !== null && (
          <span className={classes.views} title={messages.viewsOf30Days}>
            <Eye size={13} aria-hidden="true" />
            {fill(messages.viewCount, { n: number.format(views) })}
          </span>
        )}
        {!clicks && messages.loading}
        {clicks && !isEmpty && (
          <>
            {fill(messages.heatClicks, { n: number.format(clicks.clicks), from, to })}
            {heat === 'elements' && elementCount === 0 && ` ${messages.heatNoElements}`}
          </>
        )}
        {isEmpty && <Reason projectId={projectId} clicks={clicks} from={from} to={to} onCapture={onCapture} />}
      </div>
    </div>
  );
}

type ReasonProps = Pick<BarProps, 'projectId' | 'from' | 'to' | 'onCapture'> & { clicks: Clicks };

function Reason({ projectId, clicks, from, to, onCapture }: ReasonProps) {
  const { messages } = useApp();
  const [other] = clicks.viewports;
  const [{ data }] = useQuery({ query: EmbedSeenDocument, variables: { projectId }, pause: other !== undefined });
  const isSeen = useMemo(() => data?.project?.scripts?.some(({ script }) => script === 'embed'), [data]);
  if (other) {
    return (
      <>
        {fill(messages.heatOtherWidth, { from, to, width: other.width, n: other.clicks })}
        {onCapture && (
          <Button onClick={() => onCapture(other.width)}>{fill(messages.captureAt, { width: other.width })}</Button>
        )}
      </>
    );
  }
  if (isSeen === false) {
    return (
      <>
        {messages.heatNoScript}
        <Link to="/projects/$projectId/install" params={{ projectId }} className={buttonClass('plain')}>
          {messages.installTitle}
        </Link>
      </>
    );
  }
  return messages.heatNoClicks;
}

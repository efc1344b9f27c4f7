import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import type { ReportFragment } from '../graphql-types.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { ChangeDetails } from '../ui/change-details.tsx';
import { areaOf, nameOf } from '../ui/change-text.ts';
import { pathOf } from '../ui/page-path.ts';
import { Time } from '../ui/time.tsx';
import { changedElement, elementOf } from './change-of.ts';
import { commitText } from './deployment-text.ts';
import { ElementPictures } from './element-pictures.tsx';
import classes from './report-item-card.module.css';
import { comparedWidth, type ReportItem, type ReportPlace } from './report-items.ts';
import { ReviewButtons } from './review-buttons.tsx';
import type { Review } from './use-review.ts';

/** Places that are listed. */
const MOST = 8;

interface Props {
  item: ReportItem;
  deployment: ReportFragment;
  isSelected: boolean;
  review: Review;
  onSelect(): void;
}

/** Card of an item, with the pictures of one of its places. */
export function ReportItemCard({ item, deployment, isSelected, review, onSelect }: Props) {
  const { messages, language } = useApp();
  const texts = useDeploymentTexts();
  const { key, group, annotation, places, guardedIds } = item;
  const [chosen, setChosen] = useState(0);
  const place = places[chosen] ?? places[0];
  if (!place) return null;
  const { projectId } = deployment;
  const number = annotation ? `#${annotation.number}` : '';
  const others = elementCountOf(item) - 1;
  const more = others > 0 ? ` ${fill(messages.moreElements, { n: others })}` : '';
  const name = annotation?.content ?? `${nameOfPlace(place, messages)}${more}`;
  const since = place.change?.since;
  const suggestion = place.verdict?.suggestion;
  const width = comparedWidth(place);
  const changed = changedElement(place);
  const thread = annotation?.id ?? guardedIds[0] ?? place.change?.annotationIds[0];
  const chip = guardedIds.length > 0 ? texts.guardedChip : fill(texts[chipOf(item)], { n: number });
  return (
    <article
      className={classes.card}
      data-item={key}
      aria-current={isSelected}
      aria-label={`${chip}: ${name}`}
      tabIndex={-1}
      onFocus={onSelect}
    >
      <header className={classes.head}>
        <div className={classes.title}>
          {thread ? (
            <Link
              to="/projects/$projectId/comments/$annotationId"
              params={{ projectId, annotationId: String(thread) }}
              className={classes.chip}
              data-group={guardedIds.length > 0 ? 'judge' : group}
            >
              {chip}
            </Link>
          ) : (
            <span className={classes.chip} data-group={group}>
              {chip}
            </span>
          )}
          <h3 className={classes.name} title={annotation ? undefined : (place.change?.selector ?? undefined)}>
            {name}
          </h3>
        </div>
        <ReviewButtons item={item} review={review} />
        <div className={classes.details}>
          {changed && <ChangeDetails element={changed} />}
          {place.verdict?.isLiteralMet === true && <span data-tone="done">{texts.literalMet}</span>}
          {place.verdict?.isLiteralMet === false && <span data-tone="bad">{texts.literalNotMet}</span>}
          {width && <span>{fill(texts.comparedWidth, { width })}</span>}
          {suggestion && (
            <span>
              {texts[`suggestion_${suggestion.effect}`]} {suggestion.reason}
            </span>
          )}
          {since && (
            <span>
              {fill(texts.since, { name: commitText(since.commit) })}, <Time at={since.createdAt} language={language} />
            </span>
          )}
        </div>
      </header>
      <ElementPictures place={place} name={name} />
      <footer className={classes.foot}>
        {places.length > 1 ? (
          <fieldset className={classes.places} aria-label={texts.places}>
            {places.slice(0, MOST).map((other, index) => (
              <button
                key={`${other.capture.id} ${other.change?.id}`}
                type="button"
                aria-pressed={other === place}
                onClick={() => setChosen(index)}
              >
                {others > 0 ? `${nameOfPlace(other, messages)} · ${placeText(other)}` : placeText(other)}
              </button>
            ))}
            {places.length > MOST && <span>{fill(messages.moreElements, { n: places.length - MOST })}</span>}
          </fieldset>
        ) : (
          <span className={classes.only}>{placeText(place)}</span>
        )}
        <span className={classes.links}>
          {place.capture.comparisonId && (
            <Link
              to="/projects/$projectId/comparisons/$comparisonId"
              params={{ projectId, comparisonId: String(place.capture.comparisonId) }}
            >
              {messages.comparison}
            </Link>
          )}
          <Link
            to="/projects/$projectId/pages/view"
            params={{ projectId }}
            search={{
              url: place.capture.url,
              environment: String(deployment.environment.id),
              width: place.capture.viewport.width,
              ...(place.capture.snapshot && { snapshot: String(place.capture.snapshot.id) }),
            }}
          >
            {messages.page}
          </Link>
        </span>
      </footer>
    </article>
  );
}

const CHIPS = { met: 'metChip', judge: 'judgeChip', returned: 'returnedChip', other: 'otherChip' } as const;

function chipOf({ group, annotation, places }: ReportItem) {
  if (group !== 'judge') return CHIPS[group];
  if (!annotation) return 'commentedChip';
  return places[0]?.verdict?.verdict === 'gone' ? 'lostChip' : CHIPS.judge;
}

const placeText = ({ capture: { url, viewport } }: ReportPlace): string => `${pathOf(url)} · ${viewport.width} px`;

/** Changed elements and areas of an item without a comment, each once on however many pages. */
const elementCountOf = ({ annotation, changes }: ReportItem): number =>
  annotation ? 1 : new Set(changes.map(({ id, selector }) => selector ?? id)).size;

/** Name of a changed element or area. */
function nameOfPlace({ change }: ReportPlace, messages: Parameters<typeof areaOf>[1]): string {
  if (!change) return '';
  const element = elementOf(change);
  if (element) return nameOf(element);
  const kind = AREAS.find((known) => known === change.kinds[0]) ?? 'changed';
  return areaOf({ ...change.region, kind }, messages);
}

const AREAS = ['changed', 'inserted', 'removed'] as const;

import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { searchOf } from '../data/page-search.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { momentOf } from '../i18n/moment.ts';
import { LastPlaceDocument } from './element-history.generated.ts';
import classes from './element-history.module.css';

/** Captures between which the element of an orphan vanished, and what is at its place now. */
export function LastPlace({ id, projectId }: { id: string; projectId: string }) {
  const { language } = useApp();
  const texts = useDeploymentTexts();
  const [{ data }] = useQuery({ query: LastPlaceDocument, variables: { id } });
  const place = data?.vanishedElement?.annotationId === id ? data.vanishedElement : undefined;
  if (!place?.lastSeenAt || !place.missingSince) return null;
  const { lastSnapshot, standing } = place;
  const name = standing && (standing.text ? `${standing.tag} “${shorten(standing.text)}”` : standing.tag);
  const pictures = [
    [texts.lastSeen, place.beforeUrl],
    [texts.now, place.currentUrl],
  ] as const;
  return (
    <section className={classes.section} aria-label={texts.lastPlace}>
      <h3>{texts.lastPlace}</h3>
      <div className={classes.pair}>
        {pictures.map(
          ([label, url]) =>
            url && (
              <figure key={label}>
                <span className={classes.frame}>
                  <img src={url} alt={label} decoding="async" draggable={false} />
                </span>
                <figcaption>{label}</figcaption>
              </figure>
            ),
        )}
      </div>
      <p className={classes.hint}>
        {fill(texts.vanishedBetween, {
          from: momentOf(place.lastSeenAt, language),
          to: momentOf(place.missingSince, language),
        })}
        {name && ` ${fill(texts.standingNow, { name })}`}{' '}
        {lastSnapshot && (
          <Link to="/projects/$projectId/pages/view" params={{ projectId }} search={searchOf(lastSnapshot)}>
            {texts.openLast}
          </Link>
        )}
      </p>
    </section>
  );
}

/** The first words of a long text. */
const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60).replace(/\s+\S*$/, '')}…` : text);

import { Link } from '@tanstack/react-router';
import { Eye, Unlink } from 'lucide-react';
import { useApp } from '../app-context.ts';
import { environmentKey } from '../data/page-search.ts';
import { fill } from '../i18n/languages.ts';
import { StatusIcon } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import classes from './page-list.module.css';
import type { PageRow } from './use-pages.ts';

/** Pictures shown in a row. */
const MOST = 4;

interface Props {
  page: PageRow;
  projectId: string;
  /** Names of environments by id. */
  names: ReadonlyMap<string, string>;
}

/** A page with its counts, and the latest capture of each environment and width. */
export function PageListRow({ page, projectId, names }: Props) {
  const { messages, language } = useApp();
  const { path, url, title, orphaned, views, latestSnapshots } = page;
  const number = new Intl.NumberFormat(language);
  const counts = [
    ['open', page.open, messages.open],
    ['in_progress', page.inProgress, messages.in_progress],
    ['resolved', page.resolved, messages.resolved],
  ] as const;
  const link = { to: '/projects/$projectId/pages/view', params: { projectId } } as const;
  const newest = latestSnapshots?.[0]?.completedAt;
  const nameOf = (id: string | null) => names.get(id ?? '') ?? messages.noEnvironment;
  const pictures = latestSnapshots
    ?.slice(0, MOST)
    .sort(
      (a, b) => nameOf(a.environmentId).localeCompare(nameOf(b.environmentId)) || b.viewport.width - a.viewport.width,
    );
  return (
    <article className={classes.row}>
      <div className={classes.name}>
        <Link {...link} search={{ url }} className={classes.link}>
          {title || path}
        </Link>
        <span className={classes.path} title={url}>
          {path}
        </span>
        <span className={classes.details}>
          {counts.map(([status, count, text]) => (
            <span key={status} className={classes.count} title={`${text}: ${count}`} data-none={count === 0}>
              <StatusIcon status={status} />
              <span className={classes.hidden}>{text}: </span>
              {number.format(count)}
            </span>
          ))}
          {orphaned > 0 && (
            <span className={classes.warning} title={messages.orphaned}>
              <Unlink size={13} aria-hidden="true" />
              <span className={classes.hidden}>{messages.orphaned}: </span>
              {number.format(orphaned)}
            </span>
          )}
          {views !== null && views > 0 && (
            <span className={classes.count} title={messages.viewsOf30Days}>
              <Eye size={13} aria-hidden="true" />
              {fill(messages.viewCount, { n: number.format(views) })}
            </span>
          )}
          {newest && (
            <span className={classes.captured}>
              {messages.captured} <Time at={newest} language={language} />
            </span>
          )}
        </span>
      </div>
      <ul className={classes.thumbs}>
        {pictures?.map((snapshot) => {
          const { id, thumbnailUrl, viewport, environmentId } = snapshot;
          const name = nameOf(environmentId);
          const label = fill(messages.captureOf, { environment: name, width: viewport.width });
          return (
            <li key={id}>
              <Link
                {...link}
                search={{ url, environment: environmentKey(snapshot), width: viewport.width }}
                className={classes.thumb}
                title={label}
              >
                <span className={classes.frame}>
                  {thumbnailUrl && <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" draggable={false} />}
                </span>
                <span className={classes.caption}>
                  {name} {viewport.width}
                </span>
              </Link>
            </li>
          );
        })}
        {latestSnapshots?.length === 0 && <li className={classes.noThumb}>{messages.noCapture}</li>}
      </ul>
    </article>
  );
}

import { Link } from '@tanstack/react-router';
import { ArrowLeft, Camera, Flame, MessageSquarePlus, Scan, ZoomIn } from 'lucide-react';
import { useApp } from '../app-context.ts';
import { environmentKey, type PageViewSearch } from '../data/page-search.ts';
import type { CaptureFragment } from '../graphql-types.generated.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { environmentsOf, widthsOf } from './choices-of.ts';
import classes from './page-header.module.css';
import type { Picture } from './use-page-view.ts';

interface Props {
  projectId: string;
  title: string;
  path: string;
  captures: readonly CaptureFragment[];
  picture: Picture | undefined;
  /** Captures like the shown one, the newest first. */
  dates: readonly CaptureFragment[];
  /** Names of environments by id. */
  names: ReadonlyMap<string, string>;
  search: PageViewSearch;
  /** Whether a place for a comment is being chosen. */
  isPlacing: boolean;
  isCapturing: boolean;
  onSearch(change: Partial<Record<keyof PageViewSearch, unknown>>): void;
  /** Shows another capture of the same environment and width. */
  onDate(id: string): void;
  /** Absent without the right. */
  onComment: (() => void) | undefined;
  onCapture: (() => void) | undefined;
}

/** Title of a page, the choice of its capture, and what can be done with it. */
export function PageHeader(props: Props) {
  const { projectId, title, path, captures, picture, dates, names, search, isPlacing, isCapturing } = props;
  const { onSearch, onDate, onComment, onCapture } = props;
  const { messages, language } = useApp();
  const environment = picture && environmentKey(picture);
  const environments = environmentsOf(captures);
  const widths = environment === undefined ? [] : widthsOf(captures, environment);
  return (
    <header className={classes.head}>
      <Link
        to="/projects/$projectId/pages"
        params={{ projectId }}
        className={buttonClass('quiet')}
        aria-label={messages.allPages}
        title={messages.allPages}
      >
        <ArrowLeft size={16} aria-hidden="true" />
      </Link>
      <div className={classes.name}>
        <h1 className={classes.title}>{title}</h1>
        <span className={classes.path} title={search.url}>
          {path}
        </span>
      </div>
      <div className={classes.tools}>
        {picture && (
          <>
            <select
              aria-label={messages.environment}
              value={environment}
              onChange={({ target }) => onSearch({ environment: target.value, width: undefined, snapshot: undefined })}
            >
              {environments.map((key) => (
                <option key={key} value={key}>
                  {names.get(key) ?? messages.noEnvironment}
                </option>
              ))}
            </select>
            <select
              aria-label={messages.viewportWidth}
              value={picture.viewport.width}
              onChange={({ target }) => onSearch({ environment, width: Number(target.value), snapshot: undefined })}
            >
              {widths.map((width) => (
                <option key={width} value={width}>
                  {width} px
                </option>
              ))}
            </select>
            <select
              aria-label={messages.captureDate}
              value={picture.id}
              onChange={({ target }) => onDate(target.value)}
            >
              {!dates.some(({ id }) => id === picture.id) && <CaptureOption capture={picture} language={language} />}
              {dates.map((capture) => (
                <CaptureOption key={capture.id} capture={capture} language={language} />
              ))}
            </select>
            <Button
              className={classes.toggle}
              aria-pressed={search.zoom === true}
              aria-label={messages.fullSize}
              title={messages.fullSize}
              onClick={() => onSearch({ zoom: search.zoom ? undefined : true })}
            >
              {search.zoom ? <Scan size={16} aria-hidden="true" /> : <ZoomIn size={16} aria-hidden="true" />}
            </Button>
            <Button
              className={classes.toggle}
              aria-pressed={search.heat !== undefined}
              aria-label={messages.heatMap}
              title={`${messages.heatMap} (H)`}
              onClick={() => onSearch({ heat: search.heat ? undefined : 'points' })}
            >
              <Flame size={14} aria-hidden="true" />
              <span className={classes.wide}>{messages.heatMap}</span>
            </Button>
          </>
        )}
        {onCapture && (
          <Button
            disabled={isCapturing}
            title={messages.captureNow}
            aria-label={messages.captureNow}
            onClick={onCapture}
          >
            <Camera size={14} aria-hidden="true" />
            <span className={classes.wide}>{isCapturing ? messages.capturingShort : messages.captureNow}</span>
          </Button>
        )}
        {picture && onComment && (
          <Button
            kind="primary"
            aria-pressed={isPlacing}
            title={`${messages.commentHere} (C)`}
            aria-label={messages.commentHere}
            onClick={onComment}
          >
            <MessageSquarePlus size={14} aria-hidden="true" />
            <span className={classes.wide}>{messages.commentHere}</span>
          </Button>
        )}
      </div>
    </header>
  );
}

/** A capture by its time, with the year only if it is another one than the present. */
function CaptureOption({ capture, language }: { capture: CaptureFragment; language: string }) {
  const date = new Date(capture.completedAt ?? capture.createdAt);
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    year: date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return <option value={capture.id}>{format.format(date)}</option>;
}

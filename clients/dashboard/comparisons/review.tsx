import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown, ChevronLeft, ChevronUp, Minus, Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useApp } from '../app-context.ts';
import { type ComparisonSearch, MODES, type Mode } from '../data/comparison-search.ts';
import type { ComparisonViewFragment, SnapshotCardFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import type { Messages } from '../i18n/main.ts';
import { useKeys } from '../keys/use-keys.ts';
import { createViewController, type ViewController } from '../picture/view-controller.ts';
import { Button } from '../ui/button.tsx';
import { pathOf } from '../ui/page-path.ts';
import { Time } from '../ui/time.tsx';
import { ChangeList } from './change-list.tsx';
import { Minimap } from './minimap.tsx';
import { Panes } from './panes.tsx';
import classes from './review.module.css';

/** Part of the pane that a key moves the picture by. */
const PAN = 0.2;
/** Space around a change that is shown with it, CSS pixels of the page. */
const MARGIN = 40;

interface Props {
  comparison: ComparisonViewFragment;
  before: SnapshotCardFragment;
  after: SnapshotCardFragment;
}

/** Two pictures of a page with their changes. Mode and selected change are in the address. */
export function Review({ comparison, before, after }: Props) {
  const { messages, language } = useApp();
  const { mode = 'side', change } = useSearch({ from: '/shell/projects/$projectId/comparisons/$comparisonId' });
  const navigate = useNavigate();
  const { regions, width, height } = comparison;
  const unit = 1 / after.viewport.deviceScaleFactor;
  const controller = useMemo(() => createViewController({ width, height }, unit), [width, height, unit]);
  const [hovered, setHovered] = useState<number>();
  const [split, setSplit] = useState(50);
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const selected = change !== undefined && change <= regions.length ? change - 1 : undefined;

  const update = (next: ComparisonSearch) =>
    void navigate({ to: '.', search: (previous: ComparisonSearch) => ({ ...previous, ...next }), replace: true });
  const setMode = (next: Mode) => update({ mode: next === 'side' ? undefined : next });
  const select = (index: number) => {
    const region = regions[index];
    if (!region) return;
    update({ change: index + 1 });
    const margin = MARGIN / unit;
    controller.reveal({
      x: region.x - margin,
      y: region.y - margin,
      width: region.width + 2 * margin,
      height: region.height + 2 * margin,
    });
  };
  const selectBeside = (step: 1 | -1) => {
    const start = selected ?? (step === 1 ? -1 : regions.length);
    select((start + step + regions.length) % regions.length);
  };

  useEffect(() => {
    if (!root.current || !stage.current) return undefined;
    return controller.attach(root.current, stage.current);
  }, [controller]);
  const latest = useRef({ select, selected });
  useEffect(() => {
    latest.current = { select, selected };
  });
  // An address leads to its change, once the size of the pane is known.
  useEffect(() => {
    const timer = requestAnimationFrame(() => latest.current.select(latest.current.selected ?? -1));
    return () => cancelAnimationFrame(timer);
  }, []);

  useKeys({
    back: () => void navigate({ to: '/projects/$projectId/snapshots', params: { projectId: after.projectId } }),
    nextChange: () => selectBeside(1),
    previousChange: () => selectBeside(-1),
    sideBySide: () => setMode('side'),
    swipe: () => setMode('swipe'),
    onion: () => setMode('onion'),
    difference: () => setMode('difference'),
    left: () => setMode('before'),
    right: () => setMode('after'),
    panUp: () => controller.pan(0, -PAN),
    panDown: () => controller.pan(0, PAN),
    pageUp: () => controller.pan(0, -0.9),
    pageDown: () => controller.pan(0, 0.9),
    fit: controller.fit,
    actualSize: controller.actualSize,
    zoomIn: () => controller.zoom(1),
    zoomOut: () => controller.zoom(-1),
  });

  const hints = [
    comparison.browsersDiffer && messages.browsersDiffer,
    comparison.isComplete === false && messages.comparisonIncomplete,
  ].filter((hint) => typeof hint === 'string');
  return (
    <div ref={root} className={classes.screen} style={{ '--split': split } as object}>
      <header className={classes.head}>
        <Link
          to="/projects/$projectId/snapshots"
          params={{ projectId: after.projectId }}
          className={classes.back}
          aria-label={messages.snapshots}
          title={messages.snapshots}
        >
          <ChevronLeft size={18} aria-hidden="true" />
        </Link>
        <h1 className={classes.title} title={after.url}>
          {pathOf(after.url)}
        </h1>
        <p className={classes.times}>
          <Time at={before.createdAt} language={language} /> → <Time at={after.createdAt} language={language} />
          {` · ${after.viewport.width} px`}
          {after.environment && ` · ${after.environment.name}`}
        </p>
        <p className={classes.result} data-equal={regions.length === 0}>
          {resultOf(comparison, messages, language)}
        </p>
      </header>
      <div className={classes.tools}>
        <fieldset className={classes.modes} aria-label={messages.compareMode}>
          {MODES.map((name) => (
            <button key={name} type="button" aria-pressed={name === mode} onClick={() => setMode(name)}>
              {messages[name]}
            </button>
          ))}
        </fieldset>
        <div className={classes.steps}>
          <Button
            kind="quiet"
            aria-label={messages.previousChange}
            title={`${messages.previousChange} (P)`}
            disabled={regions.length === 0}
            onClick={() => selectBeside(-1)}
          >
            <ChevronUp size={16} aria-hidden="true" />
          </Button>
          <span className={classes.count} role="status">
            {selected === undefined
              ? fill(messages.changeCount, { n: regions.length })
              : `${selected + 1} / ${regions.length}`}
          </span>
          <Button
            kind="quiet"
            aria-label={messages.nextChange}
            title={`${messages.nextChange} (N)`}
            disabled={regions.length === 0}
            onClick={() => selectBeside(1)}
          >
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        </div>
        <div className={classes.steps}>
          <Button
            kind="quiet"
            aria-label={messages.zoomOut}
            title={`${messages.zoomOut} (−)`}
            onClick={() => controller.zoom(-1)}
          >
            <Minus size={14} aria-hidden="true" />
          </Button>
          <ActualSize controller={controller} unit={unit} />
          <Button
            kind="quiet"
            aria-label={messages.zoomIn}
            title={`${messages.zoomIn} (+)`}
            onClick={() => controller.zoom(1)}
          >
            <Plus size={14} aria-hidden="true" />
          </Button>
          <Button kind="quiet" title={`${messages.fit} (0)`} onClick={controller.fit}>
            {messages.fit}
          </Button>
        </div>
      </div>
      <div className={classes.body}>
        <Panes
          comparison={comparison}
          before={before}
          after={after}
          mode={mode}
          selected={selected}
          hovered={hovered}
          split={split}
          element={stage}
          onSelect={select}
          onHover={setHovered}
          onSplit={setSplit}
        />
        <Minimap comparison={comparison} controller={controller} selected={selected} />
        <aside className={classes.changes} aria-label={messages.changes}>
          {hints.map((hint) => (
            <p key={hint} className={classes.hint}>
              {hint}
            </p>
          ))}
          {regions.length === 0 ? (
            <p className={classes.equal}>{messages.equalHint}</p>
          ) : (
            <ChangeList
              regions={regions}
              selected={selected}
              hovered={hovered}
              onSelect={select}
              onHover={setHovered}
            />
          )}
        </aside>
      </div>
    </div>
  );
}

function resultOf(comparison: ComparisonViewFragment, messages: Messages, language: string): string {
  if (comparison.regions.length === 0) return messages.equal;
  if (comparison.diffPixels === 0) return messages.onlyStyles;
  return fill(messages.differing, { percent: percent(comparison, language) });
}

/** Part of the pixels that differ; a small one is not shown as none. */
function percent({ diffPercentage }: ComparisonViewFragment, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return diffPercentage < 0.01 ? `< ${format.format(0.0001)}` : format.format(diffPercentage / 100);
}

/** Shows the scale, and sets 100 %. Alone, because the scale changes in each frame of a zoom. */
function ActualSize({ controller, unit }: { controller: ViewController; unit: number }) {
  const { messages, language } = useApp();
  const scale = useSyncExternalStore(controller.subscribe, () => controller.view().scale);
  return (
    <Button kind="quiet" className={classes.scale} title={`${messages.actualSize} (1)`} onClick={controller.actualSize}>
      {new Intl.NumberFormat(language, { style: 'percent' }).format(scale / unit)}
    </Button>
  );
}

import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useApp } from '../app-context.ts';
import { GROUPINGS } from '../data/board-search.ts';
import type { ListSearch } from '../data/list-search.ts';
import { useOrganization } from '../data/organization.ts';
import { useLiveAnnotations } from '../data/use-live.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyList } from '../ui/empty-list.tsx';
import { Screen } from '../ui/screen.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Failure, Pending } from '../ui/states.tsx';
import classes from './board.module.css';
import { Card } from './card.tsx';
import { focusCard, focusedCard, neighborOf, placeOf } from './card-focus.ts';
import { Column } from './column.tsx';
import { useColumnDefs } from './use-column-defs.ts';
import { useColumns } from './use-columns.ts';
import { useMoves } from './use-moves.ts';

/** Pause after a change of others before the board is loaded again, milliseconds. */
const PAUSE = 250;

/** Comments of a project in columns, which are dragged, or moved by menu or keys. */
export function Board() {
  const { messages } = useApp();
  const { projectId } = useParams({ from: '/shell/projects/$projectId/board' });
  const search = useSearch({ from: '/shell/projects/$projectId/board' });
  const { by = 'status', status: _ofTheList, ...filter } = search;
  const navigate = useNavigate();
  const { can } = useOrganization();
  const searchField = useRef<HTMLInputElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const defs = useColumnDefs(search);
  const board = useColumns(projectId, defs, by === 'status' ? 'rank' : by === 'priority' ? 'newest' : 'priority');
  const { columns } = board;
  const move = useMoves(board, by, setAnnouncement);
  const base = useMemo(() => ({ projectIds: [projectId] }), [projectId]);
  const isEmpty = columns?.every(({ rows }) => rows.length === 0) === true;
  const canMove = can('annotation.change');

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reloadSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // A card that is dragged stays where it is; changes of others follow.
      if (document.querySelector('[data-dragged=true]')) reloadSoon();
      else void board.reload();
    }, PAUSE);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveAnnotations({ projectId }, { onChange: reloadSoon, onGap: reloadSoon });

  const focused = focusedCard();
  useLayoutEffect(() => {
    // A card that moved, also by a change of another person, is drawn anew or moved in the
    // document.
    if (focused && document.activeElement === document.body) focusCard(focused);
  });
  const moveFocus = (columnStep: -1 | 0 | 1, rowStep: -1 | 0 | 1) => {
    const target = neighborOf(columns ?? [], columnStep, rowStep);
    if (target) focusCard(target);
  };
  const moveCard = (columnStep: -1 | 0 | 1, rowStep: -1 | 0 | 1) => {
    const place = placeOf(columns ?? []);
    const column = place && columns?.[place.column + columnStep];
    if (!place || !column || !canMove) return;
    void move(place.id, { column: column.key, index: columnStep === 0 ? Math.max(0, place.index + rowStep) : 0 });
  };
  const change = (next: ListSearch) =>
    void navigate({ to: '.', search: { ...next, ...(by !== 'status' && { by }) }, replace: true });
  useKeys({
    search: () => searchField.current?.focus(),
    next: () => moveFocus(0, 1),
    previous: () => moveFocus(0, -1),
    left: () => moveFocus(-1, 0),
    right: () => moveFocus(1, 0),
    moveLeft: () => moveCard(-1, 0),
    moveRight: () => moveCard(1, 0),
    extendNext: () => moveCard(0, 1),
    extendPrevious: () => moveCard(0, -1),
  });

  return (
    <Screen
      title={messages.board}
      filters={
        <>
          <select
            aria-label={messages.boardBy}
            value={by}
            onChange={({ target }) => {
              const next = GROUPINGS.find((grouping) => grouping === target.value);
              void navigate({
                to: '.',
                search: { ...search, by: next === 'status' ? undefined : next },
                replace: true,
              });
            }}
          >
            {GROUPINGS.map((grouping) => (
              <option key={grouping} value={grouping}>
                {messages[grouping]}
              </option>
            ))}
          </select>
          <SearchField
            ref={searchField}
            label={messages.search}
            value={search.q ?? ''}
            onSearch={(text) => change({ ...filter, q: text || undefined })}
          />
        </>
      }
      actions={
        <Link to="/projects/$projectId" params={{ projectId }} search={filter} className={buttonClass('plain')}>
          {messages.list}
        </Link>
      }
    >
      <FilterBar search={filter} base={base} projectId={projectId} isList={false} onChange={change} />
      {!columns && (board.error ? <Failure because={board.error} /> : <Pending />)}
      {isEmpty && <EmptyList projectId={projectId} search={filter} onSearch={change} />}
      {columns && !isEmpty && (
        <div className={classes.columns}>
          {columns.map((column) => (
            <Column
              key={column.key}
              column={column}
              hasPlaces={by === 'status'}
              onDrop={(id, index) => void move(id, { column: column.key, index })}
              onMore={() => board.showMore(column.key)}
            >
              {column.rows.map((row) => (
                <Card
                  key={row.id}
                  row={row}
                  column={column.key}
                  columns={canMove ? columns : undefined}
                  onMove={(key) => void move(row.id, { column: key, index: 0 })}
                />
              ))}
            </Column>
          ))}
        </div>
      )}
      <p role="status" className={classes.hidden}>
        {announcement}
      </p>
    </Screen>
  );
}

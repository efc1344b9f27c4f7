import { LogOut, PanelRight, X } from 'lucide-react';
import type { PanelTexts } from '../i18n/panel.ts';
import { Button } from '../ui/button.tsx';
import type { Host } from './host.ts';
import classes from './panel.module.css';

interface Props {
  host: Host;
  texts: PanelTexts;
  /** Name of the project. */
  name?: string | undefined;
  /** Whether the comments of all pages are listed. */
  scope?: { isWhole: boolean; choose(isWhole: boolean): void };
  onLogOut?(): void;
}

/** Name of the project, which pages are listed, and what moves and closes the panel. */
export function PanelHeader({ host, texts, name, scope, onLogOut }: Props) {
  return (
    <header className={classes.header}>
      <span className={classes.name}>{name ?? 'Pinbound'}</span>
      {scope && (
        <select
          className={classes.scope}
          aria-label={texts.scope}
          value={scope.isWhole ? 'all' : 'page'}
          onChange={({ target }) => scope.choose(target.value === 'all')}
        >
          <option value="page">{texts.thisPage}</option>
          <option value="all">{texts.wholeProject}</option>
        </select>
      )}
      {onLogOut && (
        <Button kind="quiet" title={texts.logOut} aria-label={texts.logOut} onClick={onLogOut}>
          <LogOut size={16} aria-hidden="true" />
        </Button>
      )}
      <Button kind="quiet" title={texts.dock} aria-label={texts.dock} onClick={() => host.send({ kind: 'dock' })}>
        <PanelRight size={16} aria-hidden="true" />
      </Button>
      <Button kind="quiet" title={texts.close} aria-label={texts.close} onClick={() => host.send({ kind: 'close' })}>
        <X size={16} aria-hidden="true" />
      </Button>
    </header>
  );
}

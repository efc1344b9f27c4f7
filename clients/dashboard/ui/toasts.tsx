import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { useApp } from '../app-context.ts';
import classes from './toasts.module.css';

/** Time that a message stays, milliseconds. */
const TIMEOUT = 6_000;

/** Shows messages about finished work in a corner. Screen readers announce them. */
export function Toasts({ children }: { children: ReactNode }) {
  const { messages } = useApp();
  return (
    <Toast.Provider timeout={TIMEOUT}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={classes.viewport} aria-label={messages.appName}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={classes.toast}>
      {/* The name of the message, which is a dialog for screen readers. */}
      <Toast.Title className={classes.text} render={<p />} />
      {toast.actionProps && <Toast.Action className={classes.action} />}
    </Toast.Root>
  ));
}

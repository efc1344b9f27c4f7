import { Crosshair, MapPin } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { livePlaceText, useLivePlace } from '../data/places.ts';
import { useToast } from '../data/use-toast.ts';
import { fill } from '../i18n/languages.ts';
import type { PanelTexts } from '../i18n/panel.ts';
import { Button } from '../ui/button.tsx';
import type { Host } from './host.ts';
import type { Navigation } from './navigation.ts';
import { MovePinFromPageDocument } from './panel.generated.ts';
import classes from './panel.module.css';

interface Props {
  host: Host;
  texts: PanelTexts;
  navigation: Navigation;
  canMove: boolean;
}

/** Element that was chosen on the page for a comment. */
interface Picked {
  id: string;
  fingerprint: Record<string, unknown>;
}

/**
 * Shows the pin of the open comment on the page, and moves it to an element that is chosen there.
 */
export function PinBar({ host, texts, navigation, canMove }: Props) {
  const { messages } = useApp();
  const toast = useToast();
  const id = useSyncExternalStore(navigation.subscribe, navigation.openId);
  const [choosing, setChoosing] = useState<string>();
  const [picked, setPicked] = useState<Picked>();
  const live = useLivePlace(id ?? '');
  /** Number of the candidate that the page shows. */
  const [n, setN] = useState(0);
  const [, move] = useMutation(MovePinFromPageDocument);

  useEffect(() => {
    setN(0);
    if (id) host.send({ kind: 'point', id });
  }, [host, id]);
  useEffect(
    () =>
      host.listen((message) => {
        if (message.kind !== 'picked' || message.id !== choosing) return;
        setChoosing(undefined);
        setPicked(readPicked(message.id, message.fingerprint));
      }),
    [host, choosing],
  );

  if (!id) return null;
  if (picked?.id === id) {
    const { fingerprint } = picked;
    const confirm = async () => {
      setPicked(undefined);
      const { error } = await move({ id, domFingerprint: fingerprint });
      if (error) toast(fill(messages.notSaved, { reason: failureText(error, messages) }), undefined, true);
      else toast(texts.moved);
    };
    return (
      <div className={classes.bar}>
        <span>{texts.moveTo}</span>
        <span className={classes.element}>{describe(fingerprint)}</span>
        <Button kind="primary" onClick={() => void confirm()}>
          {texts.movePin}
        </Button>
        <Button onClick={() => setPicked(undefined)}>{messages.cancel}</Button>
      </div>
    );
  }
  const ask = (message: { kind: 'pick'; id: string } | { kind: 'confirm'; id: string; n: number }) => {
    setChoosing(id);
    host.send(message);
  };
  const showNext = (candidates: number) => {
    const next = (n + 1) % candidates;
    setN(next);
    host.send({ kind: 'point', id, n: next });
  };
  const isMoved = live?.state === 'moved';
  return (
    <div className={classes.bar}>
      {live && live.state !== 'bound' && <span className={classes.place}>{livePlaceText(live, messages)}</span>}
      {live?.state !== 'orphaned' && (
        <Button kind="quiet" onClick={() => host.send({ kind: 'show', id, n })}>
          <MapPin size={14} aria-hidden="true" />
          {isMoved ? texts.showCandidate : texts.showPin}
        </Button>
      )}
      {isMoved && live.candidates > 1 && (
        <Button kind="quiet" onClick={() => showNext(live.candidates)}>
          {texts.nextCandidate}
        </Button>
      )}
      {isMoved && canMove && (
        <Button kind="quiet" onClick={() => ask({ kind: 'confirm', id, n })}>
          {messages.confirmElement}
        </Button>
      )}
      {canMove && (
        <Button kind="quiet" onClick={() => ask({ kind: 'pick', id })}>
          <Crosshair size={14} aria-hidden="true" />
          {texts.movePin}
        </Button>
      )}
      {choosing === id && <span role="status">{texts.choosing}</span>}
    </div>
  );
}

/** Reads the fingerprint that the page sent; undefined unless it is an object. */
function readPicked(id: string, json: string): Picked | undefined {
  try {
    const fingerprint: unknown = JSON.parse(json);
    const isObject = typeof fingerprint === 'object' && fingerprint !== null && !Array.isArray(fingerprint);
    return isObject ? { id, fingerprint: fingerprint as Record<string, unknown> } : undefined;
  } catch {
    return undefined;
  }
}

/** Text of the element, else its selector, shortened. */
const describe = ({ text, selector }: Record<string, unknown>): string => {
  const found = [text, selector].find((value) => typeof value === 'string' && value.trim() !== '');
  return String(found ?? '…').slice(0, 120);
};

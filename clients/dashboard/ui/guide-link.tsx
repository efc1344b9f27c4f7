import { useRouterState } from '@tanstack/react-router';
import { CircleQuestionMark } from 'lucide-react';
import { useApp } from '../app-context.ts';
import classes from './guide-link.module.css';
import { GUIDE_PAGES } from './guide-pages.ts';

/** Address of what the guide says about the open screen. */
export function useGuideAddress(): string {
  const route = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? '/' });
  const pages: Readonly<Record<string, string>> = GUIDE_PAGES;
  return `/guide/${pages[route.replace(/(.)\/$/, '$1')] ?? ''}`;
}

/** Opens what the guide says about the open screen, beside it. */
export function GuideLink({ isIcon = false }: { isIcon?: boolean }) {
  const { messages } = useApp();
  const address = useGuideAddress();
  const content = isIcon ? <CircleQuestionMark size={18} aria-hidden="true" /> : messages.guide;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener"
      className={isIcon ? classes.icon : classes.text}
      title={isIcon ? messages.guide : undefined}
      aria-label={isIcon ? messages.guide : undefined}
    >
      {content}
    </a>
  );
}

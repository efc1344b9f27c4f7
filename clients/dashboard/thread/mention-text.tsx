import { useShell } from '../data/shell-context.ts';
import { useMembers } from '../data/use-members.ts';
import { findMentions } from './find-mentions.ts';
import classes from './mention-text.module.css';

interface Props {
  text: string;
  /** Ids of the mentioned members. */
  mentions: readonly string[];
}

/** Text in which the names of the mentioned members are highlighted. */
export function MentionText({ text, mentions }: Props) {
  const { viewer } = useShell();
  const mentioned = useMembers().filter(({ userId }) => mentions.includes(userId));
  const found = findMentions(text, mentioned);
  return [
    text.slice(0, found[0]?.start),
    ...found.flatMap(({ start, end, member }, index) => [
      <mark key={start} className={classes.mention} data-own={member.userId === viewer.id}>
        {text.slice(start, end)}
      </mark>,
      text.slice(end, found[index + 1]?.start),
    ]),
  ];
}

-- AlterEnum: the history of an annotation tells of changed and deleted replies.
ALTER TYPE "HistoryKind" ADD VALUE 'comment';

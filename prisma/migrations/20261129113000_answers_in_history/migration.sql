ALTER TYPE "HistoryKind" ADD VALUE 'answer';

-- Alone, because it locks a busy table.
ALTER TABLE "panel_sessions" ADD CONSTRAINT "panel_sessions_login_id_fkey" FOREIGN KEY ("login_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

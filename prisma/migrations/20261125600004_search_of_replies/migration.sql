CREATE TRIGGER "comments_search_added" AFTER INSERT ON "comments"
  FOR EACH ROW EXECUTE FUNCTION add_reply_to_search();
CREATE TRIGGER "comments_search_changed" AFTER UPDATE OF "content", "visibility" ON "comments"
  FOR EACH ROW WHEN ((OLD.content, OLD.visibility) IS DISTINCT FROM (NEW.content, NEW.visibility))
  EXECUTE FUNCTION change_reply_in_search();
CREATE TRIGGER "comments_search_removed" AFTER DELETE ON "comments"
  FOR EACH ROW EXECUTE FUNCTION change_reply_in_search();

"""Games in a database: models, engine, sessions, repositories. No ORM object leaves."""

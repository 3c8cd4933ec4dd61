"""What Discord shows and sends back: custom ids, router, board message, publisher, answers."""

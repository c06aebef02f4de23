"""What a picture shows at once: cards of rows, made from its boxes by rules that fold alike and unimportant things."""
